package scriptorium.actors.internal;

import akka.actor.ActorSystem;
import com.typesafe.config.Config;
import scriptorium.persistence.postgres.PostgresCheck;

/**
 * Which journal and snapshot store a system's stores use. Read from the system's configuration each
 * time, because Akka asks for them before a persistent actor's own fields are set.
 */
final class PluginIds {

  private PluginIds() {}

  static String journal(ActorSystem system) {
    return system.settings().config().getString("scriptorium.store.journal-plugin");
  }

  /** What reads the events of the journal without writing it. */
  static String query(ActorSystem system) {
    return system.settings().config().getString("scriptorium.store.query-plugin");
  }

  /**
   * Whether a journal that is not the embedded one refuses the older of two writers: known of
   * PostgreSQL's, of others where somebody vouches.
   */
  static boolean fences(ActorSystem system) {
    Config config = system.settings().config();
    String vouched = config.getString("scriptorium.store.journal-fences");
    return switch (vouched) {
      case "auto" -> PostgresCheck.isPostgres(config, journal(system));
      case "on", "true", "yes" -> true;
      default -> false;
    };
  }

  static String snapshotStore(ActorSystem system) {
    return system.settings().config().getString("scriptorium.store.snapshot-plugin");
  }
}
