package scriptorium.actors.internal;

import akka.actor.typed.ActorRef;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import scriptorium.actors.RecoveryProgress;
import scriptorium.actors.RecoveryReport;
import scriptorium.actors.StoreEvent.SchemaApplied;

/**
 * One incarnation's reports as messages to its host. An incarnation that was given up may come back
 * from wherever it hung: then its host hears nothing of it, and what it built is thrown away.
 */
final class WriterReports implements WriterParent {

  private final ActorRef<HostMessage> host;
  private volatile boolean givenUp;

  WriterReports(ActorRef<HostMessage> host) {
    this.host = host;
  }

  /** The host goes on without this incarnation. */
  void giveUp() {
    givenUp = true;
  }

  @Override
  public void progress(RecoveryProgress progress) {
    tell(new HostMessage.Progress(progress));
  }

  @Override
  public void recoveryFailed(
      Throwable cause, OptionalLong offeredSnapshot, @Nullable StoreState leftOver) {
    tell(new HostMessage.RecoveryFailed(cause, offeredSnapshot, discardedIfGivenUp(leftOver)));
  }

  @Override
  public void claimed(RecoveryReport report, akka.actor.ActorRef writer) {
    tell(new HostMessage.Claimed(report, writer));
  }

  @Override
  public void schemaApplied(SchemaApplied applied) {
    tell(new HostMessage.SchemaScriptApplied(applied));
  }

  @Override
  public void committed(SnapshotResult.PinPoint point) {
    tell(new HostMessage.Committed(point));
  }

  @Override
  public void ended(WriterEnd why, @Nullable StoreState state) {
    tell(new HostMessage.WriterEnded(why, discardedIfGivenUp(state)));
  }

  private void tell(HostMessage message) {
    if (!givenUp) {
      host.tell(message);
    }
  }

  private @Nullable StoreState discardedIfGivenUp(@Nullable StoreState state) {
    if (givenUp && state != null) {
      DatabaseDisposal.discard(state.database());
      return null;
    }
    return state;
  }
}
