package scriptorium.actors.cluster;

import akka.actor.AbstractActor;
import akka.actor.ActorRef;
import akka.actor.Cancellable;
import akka.actor.Props;
import akka.cluster.sbr.SplitBrainResolver;
import java.time.Duration;

/**
 * Stands in front of Akka's resolver, passes everything on, and lets it look for a decision more
 * often. The resolver is final and its interval a constant of one second; an extra look changes
 * nothing but when it decides.
 */
final class QuickResolver extends AbstractActor {

  private static final Duration LOOK = Duration.ofMillis(50);

  private final ActorRef resolver;
  private final Cancellable looks;

  private QuickResolver(Props stock) {
    this.resolver = getContext().actorOf(stock, "resolver");
    this.looks =
        getContext()
            .getSystem()
            .scheduler()
            .scheduleWithFixedDelay(
                LOOK,
                LOOK,
                resolver,
                SplitBrainResolver.Tick$.MODULE$,
                getContext().getDispatcher(),
                getSelf());
  }

  static Props props(Props stock) {
    return Props.create(QuickResolver.class, () -> new QuickResolver(stock));
  }

  @Override
  public Receive createReceive() {
    return receiveBuilder().matchAny(message -> resolver.forward(message, getContext())).build();
  }

  @Override
  public void postStop() {
    looks.cancel();
  }
}
