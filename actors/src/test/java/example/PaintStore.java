package example;

import akka.actor.typed.ActorSystem;
import java.util.List;
import scriptorium.actors.SchemaScript;
import scriptorium.actors.SchemaScripts;
import scriptorium.actors.Store;
import scriptorium.actors.StoreSettings;

/** A store whose schema comes from files on the class path. */
final class PaintStore {

  /** Applies what is new to the store's folder before it serves. */
  static Store open(ActorSystem<?> system) {
    List<SchemaScript> scripts =
        SchemaScripts.fromClasspath(PaintStore.class.getClassLoader(), "paint/schema");
    StoreSettings settings = StoreSettings.load(system.settings().config()).withSchema(scripts);
    return Store.start(system, settings);
  }

  private PaintStore() {}
}
