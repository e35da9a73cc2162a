package scriptorium.persistence.segment;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import scriptorium.persistence.disk.DiskCall;
import scriptorium.persistence.disk.PowerLoss;
import scriptorium.persistence.disk.SimulatedDisk;
import scriptorium.persistence.disk.SimulatedProcess;

/**
 * Makes, after each call of a run, every state that a power loss could leave by the rules of {@link
 * PowerLoss}, and recovers from each that is new: open, compare, append, lose the power again,
 * open, compare. Some of these recoveries are themselves cut by a power loss after each of their
 * calls.
 */
final class CrashStates {
  static final Path FOLDER = Path.of("store");

  private static final int RANDOM_SUBSETS = 6;
  private static final double CUT_RECOVERIES = 0.02;
  private static final byte[] FURTHER = "appended after recovery".getBytes(StandardCharsets.UTF_8);

  private final long seed;
  private final List<SegmentLogSettings> settings;
  private final Random random;
  private final Set<Long> seen = new HashSet<>();
  private long states;
  private long nestedStates;

  /**
   * @param settings each opening is by one of them
   */
  CrashStates(long seed, List<SegmentLogSettings> settings) {
    this.seed = seed;
    this.settings = settings;
    this.random = new Random(~seed);
  }

  /** Different states recovered from. */
  long states() {
    return states;
  }

  /** How many of them were left by a power loss during the recovery from one. */
  long nestedStates() {
    return nestedStates;
  }

  SegmentLog open(SimulatedProcess process, long ownEpoch) {
    Claimant claimant = new Claimant("test", 1, Instant.EPOCH);
    OpenRequest request =
        OpenRequest.of("orders", claimant, settings.get(random.nextInt(settings.size())))
            .on(new SimulatedLogFiles(process))
            .after(ownEpoch);
    return SegmentLog.open(FOLDER, request);
  }

  /** Makes and checks the states of a disk. */
  void check(SimulatedDisk disk, HistoryChecker history, String place) {
    each(disk, history, place, false);
  }

  private void each(SimulatedDisk disk, HistoryChecker history, String place, boolean nested) {
    PowerLoss.each(
        disk.pendingChanges(),
        disk.pendingOfLastCall(),
        RANDOM_SUBSETS,
        random,
        (rule, kept) -> {
          SimulatedDisk left = disk.afterPowerLoss(kept);
          if (seen.add(left.fingerprint() * 31 + history.fingerprint())) {
            states++;
            nestedStates += nested ? 1 : 0;
            recover(left, history, place + ", kept " + rule, nested);
          }
        });
  }

  private void recover(SimulatedDisk left, HistoryChecker history, String place, boolean nested) {
    try {
      if (!nested && random.nextDouble() < CUT_RECOVERIES) {
        cutRecovery(left.afterPowerLoss(new BitSet()), history, place);
      }
      HistoryChecker expected = history.copy();
      SegmentLog log = open(new SimulatedProcess(left, seed), 0);
      expected.recovered(log);
      expected.tries(List.of(FURTHER));
      log.append(
          LogFixture.group(new String(FURTHER, StandardCharsets.UTF_8)),
          expected.highestNumber() + 1);
      expected.acknowledged();
      SimulatedDisk leftAgain = left.afterPowerLoss(new BitSet());
      expectCopiesOfTornTails(left, leftAgain, log.epoch());
      SegmentLog again = open(new SimulatedProcess(leftAgain, seed), 0);
      expected.recovered(again);
    } catch (IOException | RuntimeException | AssertionError e) {
      throw new AssertionError("power lost %s: %s".formatted(place, e), e);
    }
  }

  /** What a claim copied aside is durable. */
  private static void expectCopiesOfTornTails(SimulatedDisk seen, SimulatedDisk durable, long epoch)
      throws IOException {
    for (String name : seen.names()) {
      if (name.startsWith("torn-")
          && name.endsWith("-by-%010d.bin".formatted(epoch))
          && !content(seen, name).equals(content(durable, name))) {
        throw new AssertionError("copy of a torn tail is not durable: " + name);
      }
    }
  }

  private static ByteBuffer content(SimulatedDisk disk, String name) throws IOException {
    SimulatedProcess.Handle file = new SimulatedProcess(disk, 0).openToRead(name);
    ByteBuffer bytes = ByteBuffer.allocate((int) file.size());
    int unused = file.read(bytes, 0);
    file.close();
    return bytes.flip();
  }

  /** The power goes again after each call of a recovery. */
  private void cutRecovery(SimulatedDisk left, HistoryChecker history, String place) {
    SimulatedProcess process = new SimulatedProcess(left, seed);
    process.watch(
        new SimulatedProcess.Watcher() {
          private int calls;

          @Override
          public void after(DiskCall call, String name) {
            calls++;
            each(left, history, place + ", again after call " + calls + " " + call, true);
          }
        });
    open(process, 0).release();
  }
}
