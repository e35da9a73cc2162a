package scriptorium.actors.internal;

import akka.actor.ActorRef;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import scriptorium.actors.RecoveryProgress;
import scriptorium.actors.RecoveryReport;
import scriptorium.actors.StoreEvent.SchemaApplied;

/** Whom the writer tells what happens to it. Called on the writer's thread; must not block. */
interface WriterParent {

  /** Recovery goes on. */
  void progress(RecoveryProgress progress);

  /**
   * Recovery failed; this snapshot had been offered. The incarnation has ended. What it had built
   * is handed over where it is exact, at an earlier number than the journal's last.
   */
  void recoveryFailed(Throwable cause, OptionalLong offeredSnapshot, @Nullable StoreState leftOver);

  /** The journal took the epoch event: the writer takes commands, not yet writes. */
  void claimed(RecoveryReport report, ActorRef writer);

  /** A schema script was journaled, and the changed database serves. */
  void schemaApplied(SchemaApplied applied);

  /** A batch was committed. */
  void committed(SnapshotResult.PinPoint point);

  /** The incarnation has ended; its state is kept where the database is exact. */
  void ended(WriterEnd why, @Nullable StoreState kept);
}
