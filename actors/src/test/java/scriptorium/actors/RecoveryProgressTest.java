package scriptorium.actors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a recovery tells while it runs, and when it is given up. */
final class RecoveryProgressTest {

  private static final String WORD =
      "create table word(id int generated always as identity primary key, text varchar)";
  private static final String SLOW =
      """
      test-journal { class = "scriptorium.actors.SlowJournal" }
      scriptorium.store.journal-plugin = "test-journal"
      scriptorium.store.recovery { progress-every = 1ms, stall-timeout = 1s }
      """;

  @TempDir Path folder;
  private StoreFixture store;

  @BeforeEach
  void prepare() {
    SlowJournal.reset();
    store = StoreFixture.closed(folder);
  }

  @AfterEach
  void close() {
    store.close();
  }

  private void fill(int rows) {
    store.open("").ready();
    store.schema(WORD);
    for (int i = 0; i < rows; i++) {
      store.execute("insert into word(text) values('a word that stands in the journal')");
    }
  }

  @Test
  void tellsRowsChangeSetsBytesAndTheTimeLeftOfAReplay() {
    fill(400);
    SequenceNumber last = store.store().status().sequenceNumber();
    store.end();

    store.open("scriptorium.store.recovery.progress-every = 1ms");

    try (Events events = Events.of(store)) {
      RecoveryProgress progress = replayed(events, 3);
      assertEquals(SequenceNumber.NONE, progress.from());
      assertEquals(last, progress.last());
      assertEquals(progress.reached().value() - 2, progress.rows());
      assertEquals(progress.rows(), progress.changeSets());
      assertTrue(progress.bytes() > 10 * progress.rows(), progress.toString());
      assertTrue(progress.left().isPresent(), progress.toString());
      store.ready();
      assertEquals(Optional.empty(), store.store().status().progress());
    }
  }

  private static RecoveryProgress replayed(Events events, long number) {
    while (true) {
      RecoveryProgress progress = events.await(StoreEvent.RecoveryMoved.class).progress();
      if (progress.phase() == StorePhase.REPLAYING && progress.reached().value() >= number) {
        return progress;
      }
    }
  }

  @Test
  void saysInUnitsForPeopleWhatItDoes() {
    fill(20);
    store.end();
    SlowJournal.pauseMillis(10);

    store.open(SLOW);

    try (Events events = Events.of(store)) {
      while (true) {
        String detail = events.await(StoreEvent.PhaseChanged.class).detail();
        if (detail.startsWith("event 1")) {
          assertTrue(detail.matches("event 1[0-9]?, .* rows, .* change sets, .* bytes"), detail);
          return;
        }
      }
    }
  }

  @Test
  void neverEndsALongRecoveryThatMoves() {
    fill(30);
    store.end();
    SlowJournal.pauseMillis(70); // 30 times: two stall-timeouts

    store.open(SLOW).ready();

    assertEquals(1, SlowJournal.replays());
    assertEquals(List.of("30"), store.rows("select count(*) from word"));
  }

  @Test
  void endsARecoveryThatStandsStillWithTheReasonAndTriesAnew() {
    fill(5);
    store.end();
    SlowJournal.hangOnce();

    store.open(SLOW);

    try (Events events = Events.of(store)) {
      String reason = events.await(StoreEvent.RecoveryEnded.class).reason();
      assertTrue(reason.contains("stood still for PT1S"), reason);
    }
    store.ready();
    assertEquals(2, SlowJournal.replays());
    assertEquals(List.of("5"), store.rows("select count(*) from word"));
    store.execute("insert into word(text) values('it writes')");
  }

  @Test
  void estimatesWhatIsLeftFromWhatIsDone() {
    Duration second = Duration.ofSeconds(1);

    assertEquals(Optional.of(Duration.ofSeconds(3)), RecoveryProgress.left(second, 10, 40));
    assertEquals(Optional.of(Duration.ZERO), RecoveryProgress.left(second, 40, 40));
    assertEquals(Optional.empty(), RecoveryProgress.left(second, 0, 40));
    assertEquals(Optional.empty(), RecoveryProgress.left(second, 40, 0));
  }

  @Test
  void tellsRowsAndBytesOfARestore() {
    fill(1);
    store.execute("insert into word(text) select random_uuid() from system_range(1, 60000)");
    assertInstanceOf(SnapshotReply.Saved.class, StoreFixture.get(store.store().snapshot()));
    store.end();

    store.open("scriptorium.store.recovery.progress-every = 1ms");

    try (Events events = Events.of(store)) {
      RecoveryProgress progress = events.await(StoreEvent.RecoveryMoved.class).progress();
      while (progress.totalBytes() == 0) {
        progress = events.await(StoreEvent.RecoveryMoved.class).progress();
      }
      assertEquals(StorePhase.RESTORING, progress.phase());
      assertTrue(progress.bytes() <= progress.totalBytes(), progress.toString());
    }
    store.ready();
  }
}
