package scriptorium.actors.internal;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.Behaviors;
import java.util.Optional;
import scriptorium.actors.StoreCommand;
import scriptorium.actors.StoreSettings;

/** A store that one actor system serves alone: passes commands on to its host. */
public final class StoreNode {

  private StoreNode() {}

  /** A store to be spawned. */
  public static Behavior<StoreCommand> alone(StoreSettings settings) {
    return Behaviors.setup(context -> alone(settings, OpenStore.of(context.getSystem(), settings)));
  }

  static Behavior<StoreCommand> alone(StoreSettings settings, OpenStore store) {
    return Behaviors.setup(
        context -> {
          String node = context.getSystem().address().toString();
          HostWiring wiring =
              new HostWiring(
                  node + " pid=" + ProcessHandle.current().pid(),
                  () -> store,
                  (opened, self) -> {},
                  () -> {},
                  Optional.empty(),
                  true);
          ActorRef<HostMessage> host = context.spawn(StoreHost.create(settings, wiring), "host");
          return Behaviors.receive(StoreCommand.class)
              .onMessage(
                  StoreCommand.class,
                  command -> {
                    host.tell(new HostMessage.Asked(command));
                    return Behaviors.same();
                  })
              .build();
        });
  }
}
