/**
 * The SQL shell: statements by hand, from a file or a pipe, against a store in a folder.
 *
 * <pre>
 * text → SqlLexer → StatementSplitter → ScriptItem → ShellSession ─ StatementKind ─► Store.read    → ResultRows → TextTable
 *                                                                                 ├► Store.write   → row count, sequence number
 *                                                                                 └► Store.migrate → sequence number
 * with --as-of: PastStatements, queries alone ─► AsOf.read
 * </pre>
 *
 * <p>Everything runs on the main thread, one statement after the other, but for what a query or a
 * mutation does with its connection: that runs on the store's threads and hands back plain values.
 */
@NullMarked
package scriptorium.drills.sql;

import org.jspecify.annotations.NullMarked;
