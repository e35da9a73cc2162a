/**
 * {@code ./scriptorium migrate}: a store's schema from the command line.
 *
 * <pre>
 * folder of scripts → SchemaScripts → Store.schema → what is, and what would be
 *                                   → Store.migrate → what was done
 * </pre>
 *
 * <p>All on the thread that runs the command.
 */
@NullMarked
package scriptorium.drills.migrate;

import org.jspecify.annotations.NullMarked;
