package scriptorium.actors.internal;

import akka.actor.ActorSystem;

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

  static String snapshotStore(ActorSystem system) {
    return system.settings().config().getString("scriptorium.store.snapshot-plugin");
  }
}
