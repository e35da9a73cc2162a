/**
 * Database servers that tests, drills and benchmarks start for themselves, of programs on the class
 * path.
 *
 * <pre>
 * PostgresFiles    programs, unpacked, run as who may
 *   └ PostgresServer   a new data folder, a server on the loopback address; killed and started again
 *       └ ServerProcess    ends with this process, however that ends
 * </pre>
 *
 * <p>A server belongs to the thread that started it; its connections are anybody's.
 */
@NullMarked
package scriptorium.servers;

import org.jspecify.annotations.NullMarked;
