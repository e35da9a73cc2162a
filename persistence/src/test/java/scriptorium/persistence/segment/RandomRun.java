package scriptorium.persistence.segment;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.Executor;
import scriptorium.keys.Protection;
import scriptorium.persistence.disk.DiskCall;
import scriptorium.persistence.disk.PowerLoss;
import scriptorium.persistence.disk.ProcessKilled;
import scriptorium.persistence.disk.SimulatedDisk;
import scriptorium.persistence.disk.SimulatedProcess;

/**
 * A random life of a log on a simulated disk, the same one for the same seed: groups of small and
 * large events, rolls, deletions, idle marks, seals, claims after processes were killed and after
 * the power was lost, take-overs from a living writer, two claims at once, failed forces, a full
 * disk; unprotected, encrypted, signed, or now this and now that; the next segment made when it is
 * needed, or before, or asked for and not made in time. After each call that may have changed the
 * disk {@link CrashStates} tries what a power loss would leave.
 */
final class RandomRun {
  private static final String DISK_FAILED = "Input/output error";

  private final Random random;
  private final CrashStates states;
  private final boolean shared;
  private final Queue<Runnable> segmentsToMake = new ArrayDeque<>();
  private final List<Executor> makers = List.of(Runnable::run, segmentsToMake::add, work -> {});
  private final HistoryChecker history = new HistoryChecker();
  private SimulatedDisk disk = new SimulatedDisk();
  private SimulatedProcess process;
  private SegmentLog log;
  private long calls;

  private RandomRun(long seed) {
    random = new Random(seed);
    shared = random.nextBoolean();
    SegmentLogSettings settings =
        new SegmentLogSettings(
            4_096, 4_096L << random.nextInt(3), shared ? LockMode.SHARED : LockMode.EXCLUSIVE);
    states = new CrashStates(seed, protections().stream().map(settings::protectedBy).toList());
    process = newProcess();
    log = states.open(process, 0);
    opened();
  }

  /** Of the log's openings: always the same, or switched on, off and to another key. */
  private List<Protection> protections() {
    SealKeyRing keys = SealKeyRing.of("key", 7).with("other", 8);
    return switch (random.nextInt(5)) {
      case 0 -> List.of(keys.encrypting("key"));
      case 1 -> List.of(keys.signing("key"));
      case 2 ->
          List.of(
              keys.encryptingFromNowOn("key"), keys.encryptingFromNowOn("other"), keys.reading());
      default -> List.of(Protection.NONE);
    };
  }

  private void opened() {
    history.recovered(log);
    int maker = random.nextInt(makers.size() + 1);
    if (maker < makers.size()) {
      log.makeSegmentsAhead(makers.get(maker));
    }
  }

  /** Lives for so many steps and recovers from every state on the way. */
  static CrashStates run(long seed, int steps) {
    try {
      RandomRun run = new RandomRun(seed);
      for (int step = 0; step < steps; step++) {
        run.step();
      }
      return run.states;
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError(
          "%s; reproduce: mvn -pl persistence -am test -Dtest=CrashStatesTest#recoversFromTenThousandStates -Dsurefire.failIfNoSpecifiedTests=false -Dcrash.states=1 -Dcrash.seed=%d"
              .formatted(e, seed),
          e);
    }
  }

  private SimulatedProcess newProcess() {
    SimulatedProcess made = new SimulatedProcess(disk, random.nextLong());
    made.watch(new AfterEachCall(disk));
    return made;
  }

  private class AfterEachCall implements SimulatedProcess.Watcher {
    private final SimulatedDisk watched;

    AfterEachCall(SimulatedDisk watched) {
      this.watched = watched;
    }

    @Override
    public void after(DiskCall call, String name) {
      calls++;
      states.check(watched, history, "after call " + calls + ": " + call + " " + name);
    }
  }

  private void step() {
    if (random.nextInt(4) == 0) {
      makeSegments();
    }
    int dice = random.nextInt(100);
    if (dice < 40) {
      append(smallGroup());
    } else if (dice < 52) {
      append(List.of(event(600 + random.nextInt(2_400))));
    } else if (dice < 55) {
      append(List.of(event(5_000 + random.nextInt(4_000)), event(20)));
    } else if (dice < 65) {
      delete();
    } else if (dice < 73) {
      markIdle();
    } else if (dice < 79) {
      log.close();
      reopen();
    } else if (dice < 84) {
      kill(0);
    } else if (dice < 89) {
      kill(random.nextInt(12));
    } else if (dice < 92) {
      losePower();
    } else if (dice < 95) {
      failAForce();
    } else if (dice < 97) {
      fillTheDisk();
    } else if (shared && random.nextBoolean()) {
      takeOver();
    } else if (shared) {
      claimAtOnce();
    }
  }

  /** What was asked for is made now, perhaps by a log that is closed. */
  private void makeSegments() {
    for (Runnable work = segmentsToMake.poll(); work != null; work = segmentsToMake.poll()) {
      work.run();
    }
  }

  private List<byte[]> smallGroup() {
    List<byte[]> events = new ArrayList<>();
    int count = 1 + random.nextInt(4);
    for (int i = 0; i < count; i++) {
      events.add(event(random.nextInt(80)));
    }
    return events;
  }

  /** Some events hold long runs of zeros, which look like what was never written. */
  private byte[] event(int length) {
    byte[] bytes = new byte[length];
    if (random.nextInt(4) > 0) {
      random.nextBytes(bytes);
    } else if (length > 0) {
      bytes[random.nextInt(length)] = 1;
    }
    return bytes;
  }

  static EventGroup group(List<byte[]> events) {
    EventGroup group = new EventGroup();
    group.begin();
    for (byte[] event : events) {
      group.beginEvent();
      group.putBytes(event);
      group.endEvent();
    }
    return group;
  }

  /** Whatever goes wrong, the log is open again afterwards. */
  private void append(List<byte[]> events) {
    history.tries(events);
    attempt(() -> log.append(group(events), history.highestNumber() + 1), history::acknowledged);
  }

  private void delete() {
    long to = Math.max(log.deletedTo(), log.highestSequenceNumber() - random.nextInt(30));
    history.triesToDelete(to);
    attempt(() -> log.deleteTo(to), history::deleted);
  }

  private void markIdle() {
    attempt(log::markIdle, () -> {});
  }

  private void attempt(Runnable work, Runnable done) {
    try {
      work.run();
      done.run();
    } catch (JournalFullException e) {
      history.refused();
    } catch (FailedLogException e) {
      reclaim();
    } catch (ProcessKilled e) {
      reopen();
    }
  }

  /** A process of its own claims, after the one before ended. */
  private void reopen() {
    abandon(log);
    process = newProcess();
    log = states.open(process, 0);
    opened();
  }

  private static void abandon(SegmentLog log) {
    try {
      log.release();
    } catch (ProcessKilled e) {
      // what it held is free all the same
    }
  }

  /** The same process claims again. */
  private void reclaim() {
    long own = log.epoch();
    log.release();
    log = states.open(process, own);
    opened();
  }

  private void kill(int calls) {
    process.killAfter(calls);
    append(smallGroup());
    process.killAfter(Long.MAX_VALUE);
    if (random.nextBoolean()) {
      killDuringRecovery();
    }
  }

  private void killDuringRecovery() {
    abandon(log);
    process = newProcess();
    process.killAfter(random.nextInt(60));
    try {
      log = states.open(process, 0);
      opened();
    } catch (ProcessKilled e) {
      // the next one comes
    }
    process.killAfter(0);
    reopen();
  }

  private void losePower() {
    process.killAfter(random.nextInt(6));
    List<byte[]> events = random.nextBoolean() ? smallGroup() : List.of(event(1_500));
    history.tries(events);
    try {
      log.append(group(events), history.highestNumber() + 1);
      history.acknowledged();
    } catch (ProcessKilled e) {
      // may be in the log or not
    }
    process.killAfter(0);
    disk = disk.afterPowerLoss(PowerLoss.random(disk.pendingChanges(), random));
    reopen();
  }

  private void failAForce() {
    process.fail(DiskCall.FORCE, 1 + random.nextInt(2), DISK_FAILED);
    append(smallGroup());
    append(smallGroup());
  }

  private void fillTheDisk() {
    process.fail(DiskCall.WRITE, 1 + random.nextInt(2), "No space left on device");
    append(List.of(event(random.nextInt(3_000))));
    append(smallGroup());
    disk.setCapacity(disk.usedBytes() + random.nextInt(3_000));
    for (int i = 0; i < 3; i++) {
      append(List.of(event(random.nextInt(5_000))));
    }
    disk.setCapacity(Long.MAX_VALUE);
    append(smallGroup());
  }

  /** Another process claims while this one is within an append, which then may count or not. */
  private void takeOver() {
    SegmentLog old = log;
    SimulatedProcess successor = newProcess();
    int moment = random.nextInt(random.nextInt(3) == 0 ? 16 : 4);
    process.watch(
        new AfterEachCall(disk) {
          private int left = moment;

          @Override
          public void before(DiskCall call, String name) {
            if (left-- == 0) {
              log = states.open(successor, 0);
              opened();
            }
          }
        });
    List<byte[]> events = smallGroup();
    history.tries(events);
    try {
      old.append(group(events), old.highestSequenceNumber() + 1);
      history.acknowledged();
    } catch (FencedWriterException e) {
      // whether it counts the successor has found out
    }
    process.watch(new AfterEachCall(disk));
    if (log != old) {
      old.release();
      process = successor;
      append(smallGroup());
    }
  }

  /** Two claim at once: one goes on, and what either acknowledged is there. */
  private void claimAtOnce() {
    abandon(log);
    SimulatedProcess slow = newProcess();
    SimulatedProcess quick = newProcess();
    int moment = random.nextInt(60);
    slow.watch(
        new AfterEachCall(disk) {
          private int left = moment;

          @Override
          public void before(DiskCall call, String name) {
            if (left-- == 0) {
              process = quick;
              log = states.open(quick, 0);
              opened();
              append(smallGroup());
            }
          }
        });
    try {
      SegmentLog opened = states.open(slow, 0);
      slow.watch(new AfterEachCall(disk)); // too late for the quick one
      abandon(log);
      process = slow;
      log = opened;
      opened();
    } catch (FencedWriterException e) {
      // the quick one has it
    }
    append(smallGroup());
  }
}
