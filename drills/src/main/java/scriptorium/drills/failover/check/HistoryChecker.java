package scriptorium.drills.failover.check;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import scriptorium.drills.failover.check.Defect.Kind;
import scriptorium.drills.failover.history.ClientRead;
import scriptorium.drills.failover.history.ClientWrite;
import scriptorium.drills.failover.history.History;
import scriptorium.drills.failover.history.Verdict;

/**
 * Holds a history against the journal and the database.
 *
 * <p>The proof: every acknowledged write is in the journal exactly once, under the acknowledged
 * number, and applied in the database; no refused write is in either; an unknown one is in both
 * once or in neither; the journal holds nothing that no client sent; numbers run without gap; the
 * total is unchanged at the end and in every read.
 */
public final class HistoryChecker {

  /**
   * What was in the tables before the workload began.
   *
   * @param total the sum of all balances, which never changes
   * @param items how many items
   */
  public record Loaded(long total, long items) {}

  private final History history;
  private final JournalEvidence journal;
  private final DatabaseEvidence database;
  private final Loaded loaded;
  private final List<Defect> defects = new ArrayList<>();

  private HistoryChecker(
      History history, JournalEvidence journal, DatabaseEvidence database, Loaded loaded) {
    this.history = history;
    this.journal = journal;
    this.database = database;
    this.loaded = loaded;
  }

  /** Every defect; none when the proof holds. */
  public static List<Defect> check(
      History history, JournalEvidence journal, DatabaseEvidence database, Loaded loaded) {
    HistoryChecker checker = new HistoryChecker(history, journal, database, loaded);
    checker.checkNumbers();
    Set<UUID> sent = new HashSet<>();
    for (ClientWrite write : history.writes()) {
      sent.add(write.txId());
      checker.checkWrite(write);
    }
    checker.checkNothingElse(sent);
    checker.checkTotals();
    checker.checkRows();
    return List.copyOf(checker.defects);
  }

  private void checkNumbers() {
    for (long number : journal.missing()) {
      defect(Kind.GAP, "no event has number " + number);
    }
  }

  private void checkWrite(ClientWrite write) {
    List<Long> numbers = journal.numbersByTxId().getOrDefault(write.txId(), List.of());
    boolean applied = database.applied().contains(write.txId());
    if (numbers.size() > 1) {
      defect(Kind.DOUBLED, describe(write) + " journaled under numbers " + numbers);
    }
    switch (write.verdict()) {
      case ACKNOWLEDGED -> checkAcknowledged(write, numbers, applied);
      case REFUSED -> checkRefused(write, numbers, applied);
      case UNKNOWN -> checkUnknown(write, numbers, applied);
    }
  }

  private void checkAcknowledged(ClientWrite write, List<Long> numbers, boolean applied) {
    boolean deleted = write.sequenceNumber() < journal.firstNumber();
    if (write.mustBeRefused()) {
      defect(Kind.VIOLATION_ACCEPTED, describe(write));
    }
    if (numbers.isEmpty() && !deleted) {
      defect(Kind.LOST, describe(write) + " is not in the journal");
    } else if (!deleted && numbers.get(0) != write.sequenceNumber()) {
      defect(Kind.WRONG_NUMBER, describe(write) + " is in the journal under number " + numbers);
    }
    if (!applied) {
      Kind kind = deleted ? Kind.LOST : Kind.DATABASE_DIFFERS;
      defect(kind, describe(write) + " is not applied in the database");
    }
  }

  private void checkRefused(ClientWrite write, List<Long> numbers, boolean applied) {
    if (!numbers.isEmpty() || applied) {
      defect(
          Kind.REFUSED_PRESENT,
          describe(write) + " is in the journal under " + numbers + ", applied=" + applied);
    }
  }

  private void checkUnknown(ClientWrite write, List<Long> numbers, boolean applied) {
    // With deleted events an applied write may have no event any more; otherwise both must agree.
    boolean mayBeDeleted = journal.firstNumber() > 1;
    if (numbers.isEmpty() == applied && !(applied && mayBeDeleted)) {
      defect(
          Kind.DATABASE_DIFFERS,
          describe(write) + " is in the journal under " + numbers + ", applied=" + applied);
    }
  }

  private void checkNothingElse(Set<UUID> sent) {
    for (var entry : journal.numbersByTxId().entrySet()) {
      if (!sent.contains(entry.getKey())) {
        defect(
            Kind.NEVER_SENT,
            "txId=" + entry.getKey() + " is in the journal under " + entry.getValue());
      }
    }
    for (UUID applied : database.applied()) {
      if (!sent.contains(applied)) {
        defect(Kind.NEVER_SENT, "txId=" + applied + " is applied in the database");
      }
    }
  }

  private void checkTotals() {
    if (database.total() != loaded.total()) {
      defect(Kind.TOTAL_CHANGED, "expected=" + loaded.total() + " found=" + database.total());
    }
    for (ClientRead read : history.reads()) {
      if (read.total() != loaded.total()) {
        defect(
            Kind.READ_INCONSISTENT,
            "reader="
                + read.reader()
                + " sequenceNumber="
                + read.sequenceNumber()
                + " expected="
                + loaded.total()
                + " found="
                + read.total());
      }
    }
  }

  /** Counts what each present write changed, and compares with the rows there are. */
  private void checkRows() {
    long transfers = 0;
    long items = loaded.items();
    for (ClientWrite write : history.writes()) {
      if (database.applied().contains(write.txId())) {
        transfers += write.operation().startsWith("transfer ") ? 2 : 0;
        items += write.operation().startsWith("insert item ") ? 1 : 0;
        items -= write.operation().startsWith("delete item ") ? 1 : 0;
      }
    }
    if (transfers != database.transfers()) {
      defect(
          Kind.ROWS_DIFFER, "transfers expected=" + transfers + " found=" + database.transfers());
    }
    if (items != database.items()) {
      defect(Kind.ROWS_DIFFER, "items expected=" + items + " found=" + database.items());
    }
  }

  private void defect(Kind kind, String detail) {
    defects.add(new Defect(kind, detail));
  }

  private static String describe(ClientWrite write) {
    String number =
        write.verdict() == Verdict.ACKNOWLEDGED ? " number=" + write.sequenceNumber() : "";
    return "txId="
        + write.txId()
        + " '"
        + write.operation()
        + "' by client "
        + write.client()
        + ' '
        + write.verdict()
        + number;
  }
}
