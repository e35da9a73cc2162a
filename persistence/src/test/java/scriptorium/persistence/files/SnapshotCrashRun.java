package scriptorium.persistence.files;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import scriptorium.persistence.disk.DiskCall;
import scriptorium.persistence.disk.PowerLoss;
import scriptorium.persistence.disk.ProcessKilled;
import scriptorium.persistence.disk.SimulatedDisk;
import scriptorium.persistence.disk.SimulatedProcess;

/**
 * A random life of a snapshot folder on a simulated disk, the same for the same seed: snapshots are
 * saved, saved again under the same name, deleted; calls fail, processes are killed, the power
 * goes. After each call every state that a power loss may leave is looked at: whatever is listed
 * reads back whole; what was saved, and nobody asked to delete, is there; what was deleted is not;
 * and the next save works.
 */
final class SnapshotCrashRun {
  private static final List<DiskCall> CALLS = List.of(DiskCall.values());
  private static final String ABSENT = "absent";
  private static final int RANDOM_SUBSETS = 4;

  private final long seed;
  private final Random random;
  private final Map<String, Set<String>> allowed = new TreeMap<>();
  private final Set<Long> seen = new HashSet<>();
  private SimulatedDisk disk = new SimulatedDisk();
  private SimulatedProcess process;
  private SnapshotFolder folder;
  private long nextNumber = 1;

  private SnapshotCrashRun(long seed) {
    this.seed = seed;
    this.random = new Random(seed);
    process = newProcess();
    folder = folderOf(process);
  }

  /** Returns how many different states were looked at. */
  static int run(long seed, int steps) throws IOException {
    SnapshotCrashRun run = new SnapshotCrashRun(seed);
    for (int i = 0; i < steps; i++) {
      run.step();
    }
    return run.seen.size();
  }

  private SimulatedProcess newProcess() {
    SimulatedDisk watched = disk;
    SimulatedProcess made = new SimulatedProcess(watched, random.nextLong());
    made.watch(
        new SimulatedProcess.Watcher() {
          @Override
          public void after(DiskCall call, String name) {
            checkStates(watched, call + " " + name);
          }
        });
    return made;
  }

  private static SnapshotFolder folderOf(SimulatedProcess process) {
    return new SnapshotFolder(Path.of("snapshots"), () -> {}, new SimulatedSnapshotDisk(process));
  }

  private void step() throws IOException {
    switch (random.nextInt(10)) {
      case 0 -> process.killAfter(random.nextInt(10));
      case 1 -> process.fail(anyCall(), 1 + random.nextInt(3), "Input/output error");
      default -> {}
    }
    boolean survives = random.nextInt(4) > 0 ? save() : delete();
    if (!survives || random.nextInt(10) == 0) {
      if (random.nextBoolean()) {
        disk = disk.afterPowerLoss(PowerLoss.random(disk.pendingChanges(), random));
      }
      process = newProcess();
      folder = folderOf(process);
      expectAllowed(folder);
    }
  }

  private DiskCall anyCall() {
    return CALLS.get(random.nextInt(CALLS.size()));
  }

  /** False when the process died of it. */
  private boolean save() {
    long number = random.nextInt(5) > 0 ? nextNumber++ : Math.max(1, nextNumber - 1);
    String text =
        number + ":" + Integer.toString(random.nextInt(), 36).repeat(1 + random.nextInt(300));
    SnapshotFile file = SnapshotFolderTest.snapshot("main", number, 1, text);
    String name = file.name().toString();
    allow(name, text);
    try {
      folder.save(file);
      allowed.put(name, new HashSet<>(Set.of(text)));
    } catch (SnapshotFileWriteException e) {
      // may be there or not
    } catch (ProcessKilled e) {
      return false;
    }
    return true;
  }

  private void allow(String name, String content) {
    allowed.computeIfAbsent(name, any -> new HashSet<>(Set.of(ABSENT))).add(content);
  }

  private boolean delete() {
    long upTo = nextNumber - 1 - random.nextInt(3);
    List<String> names =
        allowed.keySet().stream()
            .filter(name -> SnapshotFileName.parse(name).orElseThrow().sequenceNumber() <= upTo)
            .toList();
    names.forEach(name -> allow(name, ABSENT));
    try {
      folder.delete("main", name -> name.sequenceNumber() <= upTo);
      names.forEach(name -> allowed.put(name, new HashSet<>(Set.of(ABSENT))));
    } catch (IOException e) {
      // may be there or not
    } catch (ProcessKilled e) {
      return false;
    }
    return true;
  }

  /** A new process finds nothing but what may be there. */
  private void expectAllowed(SnapshotFolder found) throws IOException {
    Map<String, String> contents = contents(found);
    for (Map.Entry<String, Set<String>> entry : allowed.entrySet()) {
      expectAllowed(entry, contents);
    }
  }

  private void checkStates(SimulatedDisk watched, String place) {
    PowerLoss.each(
        watched.pendingChanges(),
        watched.pendingOfLastCall(),
        RANDOM_SUBSETS,
        random,
        (rule, kept) -> {
          SimulatedDisk left = watched.afterPowerLoss(kept);
          if (seen.add(left.fingerprint() * 31 + allowed.hashCode())) {
            try {
              check(left);
            } catch (IOException | RuntimeException | AssertionError e) {
              throw new AssertionError(
                  "seed=%d: power lost after %s, kept %s: %s; reproduce: mvn -pl persistence -am test -Dtest=SnapshotCrashTest -Dsurefire.failIfNoSpecifiedTests=false -Dcrash.seed=%d"
                      .formatted(seed, place, rule, e, seed),
                  e);
            }
          }
        });
  }

  private void check(SimulatedDisk left) throws IOException {
    SnapshotFolder recovered = folderOf(new SimulatedProcess(left, seed));
    expectAllowed(recovered);
    SnapshotFile further = SnapshotFolderTest.snapshot("main", nextNumber + 1, 1, "further");
    recovered.save(further);
    SimulatedDisk again = left.afterPowerLoss(new BitSet());
    SnapshotFolder last = folderOf(new SimulatedProcess(again, seed));
    if (!"further".equals(contents(last).get(further.name().toString()))) {
      throw new AssertionError("a snapshot saved after recovery is not there");
    }
    expectAllowed(last);
    if (again.names().stream().anyMatch(name -> name.endsWith(".tmp"))) {
      throw new AssertionError("leftovers after the next save: " + again.names());
    }
  }

  private static void expectAllowed(
      Map.Entry<String, Set<String>> entry, Map<String, String> contents) {
    String found = contents.getOrDefault(entry.getKey(), ABSENT);
    if (!entry.getValue().contains(found)) {
      throw new AssertionError(entry.getKey() + " is " + found + ", allowed " + entry.getValue());
    }
  }

  /** Reads every snapshot; one that cannot be read is a failure. */
  private static Map<String, String> contents(SnapshotFolder folder) throws IOException {
    Map<String, String> contents = new TreeMap<>();
    for (SnapshotFileName name : folder.list("main", any -> true)) {
      contents.put(name.toString(), new String(folder.read(name, "main").payload().bytes(), UTF_8));
    }
    return contents;
  }
}
