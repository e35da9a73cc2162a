package scriptorium.persistence.segment;

/**
 * Events that a query should show next were deleted before it came to them. Whoever follows a store
 * must begin with a snapshot that holds them; the message names the store and both numbers.
 */
public final class DeletedEventsException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  DeletedEventsException(String persistenceId, long wanted, long firstThere) {
    super(
        "events were deleted before they were read: persistenceId=%s sequenceNumber=%d firstThere=%d; begin with a snapshot from sequenceNumber=%d on"
            .formatted(persistenceId, wanted, firstThere, firstThere - 1));
  }
}
