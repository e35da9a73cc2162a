package scriptorium.drills.failover.check;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.UUID;

/** Finds out of an event's bytes which write committed with it. */
@FunctionalInterface
public interface JournalEvent {

  /**
   * The txId of the write that this event commits; empty for events that commit none (schema
   * changes, epochs, tombstones of outcomes).
   *
   * @throws IOException when the bytes are not as their format says
   */
  Optional<UUID> committedTxId(ByteBuffer entry) throws IOException;
}
