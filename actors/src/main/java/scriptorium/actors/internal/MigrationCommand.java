package scriptorium.actors.internal;

import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** What a schema change's thread, its deadlines and the host want of the writer. */
sealed interface MigrationCommand extends WriterCommand {

  /** Writes wait for it, not the other way round. */
  @Override
  default boolean runsWhileWritesWait() {
    return true;
  }

  @Override
  default void giveUp(String reason) {
    // the schema change itself is ended by whoever ends the writer
  }

  /** Begin the next step. */
  record Next() implements MigrationCommand {}

  /**
   * Pin the database, and from here on record what is committed.
   *
   * @param tail takes the events; null for none
   */
  record Pin(
      OnlineMigration by, @Nullable TailRecorder tail, CompletableFuture<PinnedDatabase> pinned)
      implements MigrationCommand {}

  /**
   * Let writes wait from now on.
   *
   * @param onlyAt only if the database is still at this number; negative for wherever it is
   * @param held empty where it is not
   */
  record Hold(OnlineMigration by, long onlyAt, CompletableFuture<Optional<Held>> held)
      implements MigrationCommand {}

  /** Where writes are held. */
  record Held(long sequenceNumber, Instant time) {}

  /** Take what is ready: journal it, swap it in. */
  record Ready(OnlineMigration by) implements MigrationCommand {}

  /** It is refused; nothing has happened. */
  record GaveUp(OnlineMigration by, SchemaAnswer.Refused refusal) implements MigrationCommand {}

  /** Its time is over. */
  record Overdue(OnlineMigration by, String reason) implements MigrationCommand {}

  /** Nothing more is to be begun, and what is under way is to be given up. */
  record EndAll(String reason) implements MigrationCommand {}
}
