/**
 * A store on PostgreSQL by akka-persistence-jdbc: what that plugin must be told, what the server
 * must be, and the tables. The plugin and the driver are the user's to bring; nothing here needs
 * Akka.
 *
 * <pre>
 * scriptorium-postgres.conf → the plugin
 *                           → PostgresSettings → PostgresCheck → passes | UnfitPostgresException
 * schema.sql → PostgresSchema → tables         → ServerInspection ┘    (PostgresFault, each)
 * </pre>
 *
 * <p>Immutable or stateless; every call that asks the server blocks its caller.
 */
@NullMarked
package scriptorium.persistence.postgres;

import org.jspecify.annotations.NullMarked;
