package scriptorium.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.persistence.SelectedSnapshot;
import akka.persistence.SnapshotMetadata;
import akka.persistence.SnapshotSelectionCriteria;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import scala.Option;
import scriptorium.contract.ChildWriter.Role;

/**
 * What a snapshot store must do: which snapshot is selected, what a deletion takes, that the old
 * one stays until the new one is whole, and that what it said is saved is there after a kill.
 *
 * <pre>{@code
 * class MySnapshotStoreTest extends SnapshotStoreContract {
 *   @TempDir Path dir;
 *
 *   @Override
 *   protected Config config() {
 *     return ConfigFactory.parseMap(
 *         Map.of("akka.persistence.snapshot-store.plugin", "my-store", "my-store.dir", dir.toString()));
 *   }
 * }
 * }</pre>
 */
public abstract class SnapshotStoreContract extends PluginContract {
  private static final int KILLS = Integer.getInteger("contract.kills", 2);
  private static final long ANY = Long.MAX_VALUE;

  /** Made by JUnit. */
  protected SnapshotStoreContract() {}

  /** The plugin's id: {@code akka.persistence.snapshot-store.plugin} of {@link #config}. */
  protected String snapshotPluginId() {
    return settings().getString("akka.persistence.snapshot-store.plugin");
  }

  /** Whether snapshots outlive the process. */
  protected boolean isDurable() {
    return true;
  }

  /** Whether the metadata that replicated actors add to a snapshot is kept. */
  protected boolean keepsMetadata() {
    return true;
  }

  /** The largest snapshot that the plugin promises to store, in bytes: 16 MiB. */
  protected int largestSnapshotBytes() {
    return 16 << 20;
  }

  private SnapshotClient store() {
    return new SnapshotClient(system(), snapshotPluginId(), patience());
  }

  /** Five snapshots of one id: 10, 20 … 50. */
  private final class Five {
    private final String id = newId("snapshots");
    private final Map<Integer, SnapshotMetadata> saved = new HashMap<>();

    Five() {
      for (int number = 10; number <= 50; number += 10) {
        saved.put(number, store().save(id, number, "s-" + number));
      }
    }

    SnapshotMetadata metadata(int number) {
      return Objects.requireNonNull(saved.get(number));
    }

    long time(int number) {
      return metadata(number).timestamp();
    }
  }

  private String idWithFive() {
    return new Five().id;
  }

  private void expectLoaded(String text, String id, SnapshotSelectionCriteria criteria, long to) {
    String found =
        store().load(id, criteria, to).map(s -> ((Note) s.snapshot()).text()).orElse("none");
    assertEquals(text, found, criteria + " to=" + to);
  }

  private static SnapshotSelectionCriteria between(
      long minNumber, long maxNumber, long minTime, long maxTime) {
    return SnapshotSelectionCriteria.create(maxNumber, maxTime, minNumber, minTime);
  }

  // ---- which one

  @Test
  void loadsNothingOfAnIdWithoutSnapshots() {
    String other = newId("nobody");

    expectLoaded("none", other, SnapshotSelectionCriteria.latest(), ANY);
    expectLoaded("none", other, between(0, 100, 0, 100), ANY);
  }

  @Test
  void loadsTheNewestOfThoseThatMatchInNumber() {
    String id = idWithFive();

    expectLoaded("s-50", id, SnapshotSelectionCriteria.latest(), ANY);
    expectLoaded("s-30", id, between(0, 30, 0, ANY), ANY);
    expectLoaded("s-20", id, between(0, 29, 0, ANY), ANY);
    expectLoaded("s-30", id, between(30, 30, 0, ANY), ANY);
    expectLoaded("s-40", id, between(31, 49, 0, ANY), ANY);
    expectLoaded("none", id, between(31, 39, 0, ANY), ANY);
    expectLoaded("none", id, between(0, 9, 0, ANY), ANY);
    expectLoaded("none", id, between(51, ANY, 0, ANY), ANY);
    expectLoaded("none", id, SnapshotSelectionCriteria.none(), ANY);
  }

  @Test
  void loadsTheNewestOfThoseThatMatchInTime() {
    Five five = new Five();
    String id = five.id;

    expectLoaded("s-30", id, between(0, ANY, 0, five.time(30)), ANY);
    expectLoaded("s-20", id, between(0, ANY, 0, five.time(30) - 1), ANY);
    expectLoaded("s-50", id, between(0, ANY, five.time(50), ANY), ANY);
    expectLoaded("none", id, between(0, ANY, five.time(50) + 1, ANY), ANY);
    expectLoaded("s-20", id, between(0, 25, five.time(20), five.time(40)), ANY);
    expectLoaded("none", id, between(0, 25, five.time(20) + 1, five.time(40)), ANY);
  }

  /** As where the clock of the later one's machine was behind. */
  @Test
  void loadsAnOlderOneOfALaterTime() {
    String id = newId("clocks");
    SnapshotMetadata high = store().save(id, 9, "higher");
    store().save(id, 5, "lower");

    expectLoaded("higher", id, between(0, ANY, high.timestamp(), ANY), ANY);
    expectLoaded("lower", id, between(0, ANY, high.timestamp() + 1, ANY), ANY);
    expectLoaded("none", id, between(6, ANY, high.timestamp() + 1, ANY), ANY);
    store().delete(id, between(0, 9, high.timestamp() + 1, ANY));
    expectLoaded("higher", id, SnapshotSelectionCriteria.latest(), ANY);
  }

  @Test
  void loadsNoneBehindTheNumberThatARecoveryGoesTo() {
    Five five = new Five();
    String id = five.id;

    expectLoaded("s-20", id, SnapshotSelectionCriteria.latest(), 20);
    expectLoaded("s-10", id, SnapshotSelectionCriteria.latest(), 19);
    expectLoaded("none", id, SnapshotSelectionCriteria.latest(), 9);
    expectLoaded("s-10", id, between(0, 10, 0, ANY), 20);
    expectLoaded("s-40", id, between(0, ANY, 0, five.time(40)), 50);
  }

  @Test
  void loadsTheHighestNumberWhateverTheOrderOfSaves() {
    String id = newId("order");
    for (long number : new long[] {3, 5, 1, 4, 2}) {
      store().save(id, number, "s-" + number);
    }

    expectLoaded("s-5", id, SnapshotSelectionCriteria.latest(), ANY);
    expectLoaded("s-4", id, between(0, 4, 0, ANY), ANY);
  }

  @Test
  void takesTheLaterOneOfTwoWithTheSameNumber() {
    String id = newId("twice");
    store().save(id, 7, "earlier");
    store().save(id, 7, "later");

    expectLoaded("later", id, SnapshotSelectionCriteria.latest(), ANY);
  }

  @Test
  void deletesAllThatHaveANumber() {
    String id = newId("again");
    store().save(id, 6, "before");
    store().save(id, 7, "first");
    store().save(id, 7, "second");

    store().delete(new SnapshotMetadata(id, 7, 0));

    expectLoaded("before", id, SnapshotSelectionCriteria.latest(), ANY);
  }

  @Test
  void showsNoSnapshotOfOneIdToAnother() {
    String id = newId("id");
    List<String> ids =
        List.of(id, id + "/b", id + "%2Fb", id.toUpperCase(Locale.ROOT), id + "ä", id + "|1|2");
    for (String each : ids) {
      store().save(each, 5, "of " + each);
    }

    for (String each : ids) {
      expectLoaded("of " + each, each, SnapshotSelectionCriteria.latest(), ANY);
    }
    store().delete(id, SnapshotSelectionCriteria.latest());
    expectLoaded("none", id, SnapshotSelectionCriteria.latest(), ANY);
    for (String each : ids.subList(1, ids.size())) {
      expectLoaded("of " + each, each, SnapshotSelectionCriteria.latest(), ANY);
    }
  }

  // ---- what comes back

  @Test
  void givesBackNumberTimeAndContent() {
    String id = newId("content");
    SnapshotMetadata saved =
        store().save(new SnapshotMetadata(id, 42, 0), new Note("text", "manifest-ä"));

    SelectedSnapshot found =
        store().load(id, SnapshotSelectionCriteria.latest(), ANY).orElseThrow();

    assertEquals(new Note("text", "manifest-ä"), found.snapshot());
    assertEquals(id, found.metadata().persistenceId());
    assertEquals(42, found.metadata().sequenceNr());
    assertEquals(saved.timestamp(), found.metadata().timestamp());
    assertTrue(found.metadata().metadata().isEmpty());
  }

  @Test
  void keepsMetadataOfSnapshotsThatHaveSome() {
    requires(keepsMetadata(), "the plugin keeps no metadata of snapshots");
    String id = newId("metadata");
    store()
        .save(
            new SnapshotMetadata(id, 1, 1, Option.apply(new Note("meta", "m"))), new Note("a", ""));

    SelectedSnapshot found =
        store().load(id, SnapshotSelectionCriteria.latest(), ANY).orElseThrow();

    assertEquals(new Note("meta", "m"), found.metadata().metadata().get());
  }

  @Test
  void keepsALargeSnapshotBitForBit() {
    String id = newId("large");
    long seed = System.nanoTime();
    byte[] large = new byte[largestSnapshotBytes()];
    new Random(seed).nextBytes(large);

    store().save(new SnapshotMetadata(id, 1, 1), large);

    SelectedSnapshot found =
        store().load(id, SnapshotSelectionCriteria.latest(), ANY).orElseThrow();
    assertArrayEquals(large, (byte[]) found.snapshot(), "seed=" + seed);
  }

  @Test
  void failsToSaveWhatCannotBeSerializedAndKeepsTheOneBefore() {
    String id = newId("unserializable");
    store().save(id, 1, "before");

    Throwable cause = store().failureToSave(new SnapshotMetadata(id, 2, 2), new Object());

    assertNotNull(cause);
    expectLoaded("before", id, SnapshotSelectionCriteria.latest(), ANY);
    store().save(id, 3, "after");
    expectLoaded("after", id, SnapshotSelectionCriteria.latest(), ANY);
  }

  // ---- deletion

  @Test
  void deletesOneByItsNumberAlone() {
    String id = idWithFive();

    store().delete(new SnapshotMetadata(id, 50, 0));
    store().delete(new SnapshotMetadata(id, 20, 0));

    expectLoaded("s-40", id, SnapshotSelectionCriteria.latest(), ANY);
    expectLoaded("s-10", id, between(0, 20, 0, ANY), ANY);
  }

  @Test
  void deletesOneByNumberAndTime() {
    Five five = new Five();
    String id = five.id;

    store().delete(five.metadata(50));

    expectLoaded("s-40", id, SnapshotSelectionCriteria.latest(), ANY);
  }

  @Test
  void deletesThoseThatMatch() {
    Five five = new Five();
    String id = five.id;

    store().delete(id, between(20, 40, 0, five.time(30)));

    expectLoaded("s-50", id, SnapshotSelectionCriteria.latest(), ANY);
    expectLoaded("s-40", id, between(0, 49, 0, ANY), ANY);
    expectLoaded("s-10", id, between(0, 39, 0, ANY), ANY);
    store().delete(id, SnapshotSelectionCriteria.latest());
    expectLoaded("none", id, SnapshotSelectionCriteria.latest(), ANY);
  }

  @Test
  void answersADeletionOfWhatIsNotThere() {
    String id = idWithFive();

    store().delete(new SnapshotMetadata(id, 33, 0));
    store().delete(id, between(11, 19, 0, ANY));
    store().delete(newId("nobody"), SnapshotSelectionCriteria.latest());

    expectLoaded("s-50", id, SnapshotSelectionCriteria.latest(), ANY);
  }

  // ---- restarts and kills

  @Test
  void keepsSnapshotsAcrossARestartOfTheSystem() throws Exception {
    requires(isDurable(), "the plugin's snapshots do not outlive the system");
    String id = idWithFive();
    store().delete(new SnapshotMetadata(id, 50, 0));

    restart();

    expectLoaded("s-40", id, SnapshotSelectionCriteria.latest(), ANY);
    expectLoaded("s-10", id, between(0, 19, 0, ANY), ANY);
  }

  @Test
  void losesNoSavedSnapshotWhenItsProcessIsKilled() throws Exception {
    requires(isDurable(), "the plugin's snapshots do not outlive the system");
    expectDurable(KILLS);
  }

  /** Kills a saving process again and again; the seed of its moments is printed. */
  protected final void expectDurable(int kills) throws Exception {
    long seed = System.nanoTime();
    System.out.println("kills of a snapshot store's process: seed=" + seed);
    Random random = new Random(seed);
    for (int kill = 0; kill < kills; kill++) {
      String id = newId("killed");
      try (ChildProcess child =
          ChildProcess.start(settings(), Role.SNAPSHOTS, snapshotPluginId(), id)) {
        assertEquals("acked 1", child.line(patience()));
        child.runFor(Duration.ofMillis(random.nextInt(400)));
        child.kill();
        expectSaved(id, lastSaved(child));
      }
    }
  }

  private long lastSaved(ChildProcess child) throws InterruptedException {
    long last = 1;
    for (String line = child.line(patience()); line != null; line = child.line(patience())) {
      if (line.matches("acked \\d+")) {
        last = Math.max(last, Long.parseLong(line.substring(6)));
      }
    }
    return last;
  }

  /** All saved ones are whole; the one that was being saved is whole or not there. */
  private void expectSaved(String id, long saved) {
    SelectedSnapshot newest =
        store().load(id, SnapshotSelectionCriteria.latest(), ANY).orElseThrow();
    long number = newest.metadata().sequenceNr();
    assertTrue(number >= saved, "saved up to " + saved + " but the newest is " + number);
    for (long each = 1; each <= number; each++) {
      expectLoaded(WrittenEvents.snapshot(each), id, between(each, each, 0, ANY), ANY);
    }
  }
}
