package scriptorium.actors.internal;

import akka.Done;
import akka.actor.ActorRef;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import scriptorium.actors.RecoveryProgress;
import scriptorium.actors.RecoveryReport;
import scriptorium.actors.SnapshotInfo;
import scriptorium.actors.StoreCommand;
import scriptorium.actors.StoreEvent.SchemaApplied;

/** What a {@link StoreHost} hears: its callers' commands and its parts' reports. */
public sealed interface HostMessage {

  /** A caller's command. */
  record Asked(StoreCommand command) implements HostMessage {}

  /** The journal is fit for a writer, or why it is not. */
  record JournalLookedAt(@Nullable Throwable failure) implements HostMessage {}

  /** Recovery goes on. */
  record Progress(RecoveryProgress progress) implements HostMessage {}

  /** An incarnation could not recover. */
  record RecoveryFailed(
      Throwable cause, OptionalLong offeredSnapshot, @Nullable StoreState leftOver)
      implements HostMessage {}

  /** An incarnation's epoch event is in the journal. */
  record Claimed(RecoveryReport report, ActorRef writer) implements HostMessage {}

  /** The pending schema scripts are in, or not. */
  record SchemaDone(SchemaAnswer answer) implements HostMessage {}

  /** One schema script is in. */
  record SchemaScriptApplied(SchemaApplied applied) implements HostMessage {}

  /** A batch was committed. */
  record Committed(SnapshotResult.PinPoint point) implements HostMessage {}

  /** An incarnation ended. */
  record WriterEnded(WriterEnd why, @Nullable StoreState kept) implements HostMessage {}

  /** Time to try again. */
  record Retry() implements HostMessage {}

  /** Time to look after deadlines. */
  record Tick() implements HostMessage {}

  /** A snapshot came to its end. */
  record SnapshotDone(SnapshotResult result) implements HostMessage {}

  /** A snapshot has read the database, or will not. */
  record PinReleased() implements HostMessage {}

  /** The newest snapshot that was there at the start; empty for none. */
  record SnapshotFound(Optional<SnapshotInfo> newest) implements HostMessage {}

  /** Digests were computed, or not. */
  record DigestsDone(StoreDigests.@Nullable Computed computed, @Nullable Throwable failure)
      implements HostMessage {}

  /** The journal's folder has been given up. */
  record Released() implements HostMessage {}

  /** Stop, then complete. */
  record StopHost(CompletableFuture<Done> stopped) implements HostMessage {}
}
