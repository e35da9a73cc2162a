package scriptorium.actors.internal;

/**
 * A state is further than the journal: the journal has lost its end. Going on from the state would
 * leave a gap in the journal, going back would lose what was acknowledged: a person decides.
 */
final class AheadOfJournalException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  AheadOfJournalException(String store, String what, long number, long journalEnd) {
    super(
        what
            + " is ahead of the journal, which has lost its end: persistenceId="
            + store
            + " sequenceNumber="
            + number
            + " journal's last="
            + journalEnd
            + "; nothing was changed. Restore the journal's files from a backup as new as that; or,"
            + " to go back to event "
            + journalEnd
            + " and lose all later ones, move the snapshots above it out of the snapshot store");
  }
}
