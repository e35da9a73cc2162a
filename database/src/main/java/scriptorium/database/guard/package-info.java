/**
 * JDBC connections that user code may hold without being able to break the store.
 *
 * <pre>
 * writer's raw connection ─► {@link scriptorium.database.guard.MutationConnections}
 *                               └─ open ─► {@link scriptorium.database.guard.MutationConnection}, one a mutation
 * raw SELECT-only connections ─► {@link scriptorium.database.guard.ReadConnections}
 *                               └─ borrow ─► {@link scriptorium.database.guard.ReadConnection}, one a read
 *
 *                               └─ {@link scriptorium.database.guard.LentConnection}, a DataSource's
 *
 * user code ─► guard (Connection, Statement, ResultSet, DatabaseMetaData)
 *                 ├─ CallGate          may this thread call now, and is a call still under way?
 *                 ├─ StatementPolicy   may this text run here? asked before it runs
 *                 ├─ raw JDBC call
 *                 └─ TransactionCheck  is it still the same, healthy transaction?
 * </pre>
 *
 * <p>Guards are dynamic proxies: the seven JDBC interfaces have some 700 methods, nearly all of
 * which only pass through. What a guard hands out is guarded too; LOBs, arrays and result set meta
 * data, which lead to no connection, pass as they are.
 *
 * <p>Threads: a mutation's guards belong to the thread it was opened for. A read's guards may be
 * used by several threads, one call at a time. Revoking, cancelling and closing are for any thread.
 */
@NullMarked
package scriptorium.database.guard;

import org.jspecify.annotations.NullMarked;
