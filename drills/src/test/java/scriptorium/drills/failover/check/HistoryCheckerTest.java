package scriptorium.drills.failover.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import scriptorium.drills.failover.check.Defect.Kind;
import scriptorium.drills.failover.history.ClientRead;
import scriptorium.drills.failover.history.ClientWrite;
import scriptorium.drills.failover.history.History;
import scriptorium.drills.failover.history.Verdict;

/** Plants each kind of defect into a history that holds, and expects exactly that one. */
class HistoryCheckerTest {

  private static final UUID ACKNOWLEDGED = new UUID(7, 1);
  private static final UUID REFUSED = new UUID(7, 2);
  private static final UUID UNKNOWN_THERE = new UUID(7, 3);
  private static final UUID UNKNOWN_ABSENT = new UUID(7, 4);
  private static final UUID STRANGER = new UUID(7, 5);

  private final List<ClientWrite> writes = new ArrayList<>();
  private final List<ClientRead> reads = new ArrayList<>();
  private final JournalEvidence.Builder journal = new JournalEvidence.Builder();
  private final Set<UUID> applied = new HashSet<>();
  private long total = 1000;
  private long transfers = 2;
  private long items = 11;

  /** Number 1 is an epoch, 2 an acknowledged transfer, 3 an insert of which nobody was told. */
  HistoryCheckerTest() {
    writes.add(write(ACKNOWLEDGED, "transfer 5 from 1 to 2", Verdict.ACKNOWLEDGED, 2));
    writes.add(write(REFUSED, "violate CHECK", Verdict.REFUSED, 0));
    writes.add(write(UNKNOWN_THERE, "insert item x of 1", Verdict.UNKNOWN, 0));
    writes.add(write(UNKNOWN_ABSENT, "delete item 4", Verdict.UNKNOWN, 0));
    reads.add(new ClientRead(0, 1, 2, 1000, 1));
    journal.event(1, Optional.empty());
    applied.add(ACKNOWLEDGED);
    applied.add(UNKNOWN_THERE);
  }

  @Test
  void aTrueHistoryHolds() {
    journalAsTold();

    expect();
  }

  @Test
  void findsALostWrite() {
    journal.event(2, Optional.empty());
    journal.event(3, Optional.of(UNKNOWN_THERE));
    applied.remove(ACKNOWLEDGED);
    transfers = 0;

    expect(Kind.LOST, Kind.DATABASE_DIFFERS);
  }

  @Test
  void findsADoubledWrite() {
    journalAsTold();
    journal.event(4, Optional.of(ACKNOWLEDGED));

    expect(Kind.DOUBLED);
  }

  @Test
  void findsAWriteUnderAnotherNumber() {
    journal.event(2, Optional.of(UNKNOWN_THERE));
    journal.event(3, Optional.of(ACKNOWLEDGED));

    expect(Kind.WRONG_NUMBER);
  }

  @Test
  void findsARefusedWriteInTheJournal() {
    journalAsTold();
    journal.event(4, Optional.of(REFUSED));

    expect(Kind.REFUSED_PRESENT);
  }

  @Test
  void findsARefusedWriteInTheDatabase() {
    journalAsTold();
    applied.add(REFUSED);

    expect(Kind.REFUSED_PRESENT);
  }

  @Test
  void findsAnAcceptedViolation() {
    journalAsTold();
    UUID violation = new UUID(7, 6);
    journal.event(4, Optional.of(violation));
    applied.add(violation);
    writes.add(
        new ClientWrite(violation, 0, "violate CHECK", true, 1, 2, Verdict.ACKNOWLEDGED, 4, 1));

    expect(Kind.VIOLATION_ACCEPTED);
  }

  @Test
  void findsAGap() {
    journal.event(2, Optional.of(ACKNOWLEDGED));
    journal.event(4, Optional.of(UNKNOWN_THERE));

    expect(Kind.GAP);
  }

  @Test
  void findsAWriteThatNobodySent() {
    journalAsTold();
    journal.event(4, Optional.of(STRANGER));
    applied.add(STRANGER);

    expect(Kind.NEVER_SENT, Kind.NEVER_SENT);
  }

  @Test
  void findsAnUnknownWriteThatOnlyTheJournalHas() {
    journalAsTold();
    applied.remove(UNKNOWN_THERE);
    items = 10;

    expect(Kind.DATABASE_DIFFERS);
  }

  @Test
  void findsAnUnknownWriteThatOnlyTheDatabaseHas() {
    journalAsTold();
    applied.add(UNKNOWN_ABSENT);
    items = 10;

    expect(Kind.DATABASE_DIFFERS);
  }

  @Test
  void findsAnAcknowledgedWriteThatIsNotApplied() {
    journalAsTold();
    applied.remove(ACKNOWLEDGED);
    transfers = 0;

    expect(Kind.DATABASE_DIFFERS);
  }

  @Test
  void findsAChangedTotal() {
    journalAsTold();
    total = 999;

    expect(Kind.TOTAL_CHANGED);
  }

  @Test
  void findsAReadOfAnotherTotal() {
    journalAsTold();
    reads.add(new ClientRead(1, 2, 3, 1001, 1));

    expect(Kind.READ_INCONSISTENT);
  }

  @Test
  void findsRowsThatTheWritesDoNotExplain() {
    journalAsTold();
    transfers = 1;
    items = 12;

    expect(Kind.ROWS_DIFFER, Kind.ROWS_DIFFER);
  }

  @Test
  void forDeletedEventsTheDatabaseIsTheWitness() {
    JournalEvidence.Builder behindSnapshot = new JournalEvidence.Builder();
    behindSnapshot.event(4, Optional.empty());

    List<Defect> defects = check(behindSnapshot.build());

    assertEquals(List.of(), defects);
    applied.remove(ACKNOWLEDGED);
    transfers = 0;
    assertEquals(
        List.of(Kind.LOST), check(behindSnapshot.build()).stream().map(Defect::kind).toList());
  }

  private void journalAsTold() {
    journal.event(2, Optional.of(ACKNOWLEDGED));
    journal.event(3, Optional.of(UNKNOWN_THERE));
  }

  private void expect(Kind... kinds) {
    List<Kind> found = check(journal.build()).stream().map(Defect::kind).toList();

    assertEquals(List.of(kinds), found);
  }

  private List<Defect> check(JournalEvidence evidence) {
    return HistoryChecker.check(
        new History(writes, reads),
        evidence,
        new DatabaseEvidence(applied, total, transfers, items),
        new HistoryChecker.Loaded(1000, 10));
  }

  private static ClientWrite write(UUID txId, String operation, Verdict verdict, long number) {
    return new ClientWrite(txId, 0, operation, false, 1, 2, verdict, number, 1);
  }
}
