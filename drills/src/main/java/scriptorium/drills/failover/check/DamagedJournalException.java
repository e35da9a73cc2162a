package scriptorium.drills.failover.check;

import java.io.IOException;

/** A segment file is not as its format says. The message names file and offset. */
public final class DamagedJournalException extends IOException {

  private static final long serialVersionUID = 1L;

  DamagedJournalException(String message) {
    super(message);
  }
}
