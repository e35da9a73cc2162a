package scriptorium.actors.internal;

import akka.actor.typed.ActorRef;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import scriptorium.actors.RecoveryReport;
import scriptorium.actors.StorePhase;

/** The writer's reports as messages to its host. */
record WriterReports(ActorRef<HostMessage> host) implements WriterParent {

  @Override
  public void progress(StorePhase phase, String detail) {
    host.tell(new HostMessage.Progress(phase, detail));
  }

  @Override
  public void recoveryFailed(
      Throwable cause, OptionalLong offeredSnapshot, @Nullable StoreState leftOver) {
    host.tell(new HostMessage.RecoveryFailed(cause, offeredSnapshot, leftOver));
  }

  @Override
  public void claimed(RecoveryReport report, akka.actor.ActorRef writer) {
    host.tell(new HostMessage.Claimed(report, writer));
  }

  @Override
  public void committed(SnapshotResult.PinPoint point) {
    host.tell(new HostMessage.Committed(point));
  }

  @Override
  public void ended(WriterEnd why, @Nullable StoreState state) {
    host.tell(new HostMessage.WriterEnded(why, state));
  }
}
