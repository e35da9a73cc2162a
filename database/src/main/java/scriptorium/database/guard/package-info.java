/**
 * JDBC connections that user code may hold without being able to break the store.
 *
 * <pre>
 * writer's raw connection ─► {@link scriptorium.database.guard.MutationConnections}
 *                               └─ open ─► {@link scriptorium.database.guard.MutationConnection}, one a mutation
 * raw SELECT-only connections ─► {@link scriptorium.database.guard.ReadConnections}
 *                               ├─ borrow ─► {@link scriptorium.database.guard.ReadConnection}, one a read
 *                               └─ {@link scriptorium.database.guard.LentConnection}, a DataSource's
 * every commit ─► {@link scriptorium.database.guard.PublishedNumber} ─► which view is the newest, and its number
 *              ─► {@link scriptorium.database.guard.HeldHeap} ─► what each {@link scriptorium.database.guard.OpenView} keeps in heap
 *
 * user code ─► guard (Connection, Statement, ResultSet, DatabaseMetaData)
 *                 ├─ CallGate          may this thread call now, and is a call still under way?
 *                 ├─ StatementPolicy   may this text run here? asked before it runs
 *                 ├─ raw JDBC call
 *                 └─ TransactionCheck  is it still the same, healthy transaction?
 * </pre>
 *
 * <p>What is called for each row or parameter is guarded by hand ({@link
 * scriptorium.database.guard.Delegate}): a call costs two swaps of one word beyond H2's own, and a
 * method that a later JDBC adds has no way to the raw object. What is called seldom, meta data of
 * the database, LOBs and arrays, is guarded by proxies ({@link scriptorium.database.guard.Guard}).
 * What a guard hands out is guarded too ({@link scriptorium.database.guard.Exchange}); only plain
 * values and streams of one value's bytes pass as they are.
 *
 * <pre>
 * Delegate
 *  ├─ ConnectionSettings ─► ConnectionGuard
 *  ├─ StatementState ─► StatementRuns ─┬─► StatementGuard
 *  │                                   └─► PreparedParameters ─► PreparedRuns ─┬─► PreparedStatementGuard
 *  │                                         CallParameters ─► CallAnswersByName ─► CallableStatementGuard
 *  ├─ RowByNumber ─► RowByName ─► RowChangesByNumber ─► RowChangesByName ─► ResultSetGuard
 *  └─ ResultSetMetaDataGuard
 * </pre>
 *
 * <p>Threads: a mutation's guards belong to the thread it was opened for. A read's guards may be
 * used by several threads, one call at a time. Revoking, cancelling and closing are for any thread.
 */
@NullMarked
package scriptorium.database.guard;

import org.jspecify.annotations.NullMarked;
