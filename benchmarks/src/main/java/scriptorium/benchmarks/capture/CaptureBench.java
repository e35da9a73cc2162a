package scriptorium.benchmarks.capture;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.function.Consumer;
import scriptorium.actors.TxId;

/**
 * Each step of each mutation in blocks, in an order shuffled anew each round, by one thread whose
 * own CPU time is taken: what other threads and other processes do does not count.
 */
public final class CaptureBench implements AutoCloseable {

  static final int MUTATIONS_A_COMMIT = 256;

  private static final int ROUNDS_A_WARM_UP = 5;

  /** The order decides little; the same one each time is one cause of differences less. */
  private static final long ORDER_SEED = 3;

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private final Random order = new Random(ORDER_SEED);
  private final Settings settings;
  private final BareSteps bare;
  private final WriterSteps writer;
  private Instant time = Instant.parse("2026-11-30T00:00:00Z");
  private long number;

  /**
   * What is measured.
   *
   * @param rounds how often each block runs, after some to warm up
   * @param batches commits of each block
   */
  public record Settings(int rounds, int batches) {

    public int mutationsOfABlock() {
      return batches * MUTATIONS_A_COMMIT;
    }

    int warmUpRounds() {
      return 1 + rounds / ROUNDS_A_WARM_UP;
    }
  }

  /** Takes what one block found. */
  @FunctionalInterface
  public interface Found {
    /** So much thread CPU was one mutation. */
    void add(SmallMutation mutation, Step step, double micros);
  }

  private record Block(SmallMutation mutation, Step step) {}

  private CaptureBench(Settings settings, BareSteps bare, WriterSteps writer) {
    this.settings = settings;
    this.bare = bare;
    this.writer = writer;
  }

  /** Opens the databases. */
  public static CaptureBench open(Settings settings) throws SQLException {
    BareSteps bare = BareSteps.open();
    try {
      return new CaptureBench(settings, bare, WriterSteps.open());
    } catch (SQLException | RuntimeException e) {
      bare.close();
      throw e;
    }
  }

  /** Warms up, then measures. */
  public void run(Found found, Consumer<String> progress) throws SQLException {
    progress.accept("warming up, then " + settings.rounds() + " rounds");
    writer.rememberAll(nextIds(WriterSteps.mostOutcomes()));
    for (int i = 0; i < settings.warmUpRounds(); i++) {
      round((mutation, step, micros) -> {});
    }
    for (int i = 0; i < settings.rounds(); i++) {
      round(found);
    }
    progress.accept("events encoded: " + writer.encodedBytes() + " bytes");
  }

  private void round(Found found) throws SQLException {
    List<Block> blocks = new ArrayList<>();
    for (SmallMutation mutation : SmallMutation.values()) {
      for (Step step : Step.values()) {
        blocks.add(new Block(mutation, step));
      }
    }
    Collections.shuffle(blocks, order);
    for (Block block : blocks) {
      double micros = measure(block) / 1e3 / settings.mutationsOfABlock();
      found.add(block.mutation(), block.step(), micros);
    }
  }

  private long measure(Block block) throws SQLException {
    List<WriterSteps.Ids> ids = new ArrayList<>();
    for (int i = 0; i < settings.batches(); i++) {
      ids.add(nextIds(MUTATIONS_A_COMMIT));
    }
    long before = threads.getCurrentThreadCpuTime();
    for (WriterSteps.Ids batch : ids) {
      run(block, batch);
      number += MUTATIONS_A_COMMIT;
    }
    long nanos = threads.getCurrentThreadCpuTime() - before;
    if (block.step().includes(Step.GUARD)) {
      writer.clear();
    } else {
      bare.clear();
    }
    return nanos;
  }

  private void run(Block block, WriterSteps.Ids batch) throws SQLException {
    if (block.step().includes(Step.GUARD)) {
      writer.run(block.step(), block.mutation(), number, batch);
    } else {
      bare.run(block.step(), block.mutation(), number, MUTATIONS_A_COMMIT);
    }
  }

  /** Made beforehand, as a write's caller makes them; each batch a millisecond later. */
  private WriterSteps.Ids nextIds(int count) {
    time = time.plusMillis(1);
    List<UUID> txIds = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      txIds.add(TxId.next(time));
    }
    return new WriterSteps.Ids(time, txIds);
  }

  @Override
  public void close() throws SQLException {
    writer.close();
    bare.close();
  }
}
