/**
 * Rows from the INSERT statements of an SQL script, past H2's parser and tables: straight into H2's
 * values, and from there into its trees or into a digest.
 *
 * <pre>
 *                     ┌─► RowDigests   rows counted and hashed, then dropped
 *   INSERT ─► InsertParser ─ rows ─┤
 *     bytes     LiteralParser      └─► BottomUpLoad ─► LoadedTable ─┬─► IndexTree, KeySort ─► org.h2.mvstore.BottomUpTree
 *               LobParts                                            ├─► row by row: LOBs, spatial indexes
 *                                                                   └─► References
 * </pre>
 *
 * <p>A literal that the parser does not know is given to H2, alone, if it can do nothing but be a
 * value. Everything found wrong ends the load with {@link
 * scriptorium.database.load.LoadViolationException}; the database is then to be thrown away.
 *
 * <p>One load is used by one thread, which has the database for itself until the load is finished.
 */
@NullMarked
package scriptorium.database.load;

import org.jspecify.annotations.NullMarked;
