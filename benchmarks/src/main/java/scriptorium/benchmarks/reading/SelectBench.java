package scriptorium.benchmarks.reading;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import scriptorium.actors.Store;
import scriptorium.benchmarks.reading.ReadWay.Selected;

/**
 * All ways to select a row, in slices of a few hundredths of a second and shuffled order, so that
 * each round shows the machine to all of them alike.
 */
public final class SelectBench implements AutoCloseable {

  public static final String BARE = BareReads.PREPARED;

  /** The ways whose target the table holds them to. */
  public static final List<String> WITH_TARGET =
      List.of(StoreReads.STATEMENT_HELD, StoreReads.BLOCKING);

  private static final int ROUNDS = 5;
  private static final int SLICES_A_ROUND = 10;
  private static final long ORDER_SEED = 7;

  private final BareReads bare;
  private final GuardedReads guarded;
  private final StoreReads ofStore;
  private final Settings settings;
  private final Keys keys;
  private final CpuClock cpu = new CpuClock();
  private final Random order = new Random(ORDER_SEED);
  private final List<ReadWay> ways = new ArrayList<>();

  /**
   * What is measured.
   *
   * @param length all rounds together
   * @param rows rows of the table
   */
  public record Settings(Duration length, int rows) {
    Duration slice(int ways) {
      return length.dividedBy((long) ROUNDS * SLICES_A_ROUND * ways);
    }
  }

  /** Takes what one round found. */
  @FunctionalInterface
  public interface Found {
    /** So long took a row this way, and so much CPU of all threads. */
    void add(String way, double micros, double cpuMicros);
  }

  /** Of some slices together. */
  private record Cost(long rows, long nanos, long cpuNanos) {
    Cost plus(Cost other) {
      return new Cost(rows + other.rows, nanos + other.nanos, cpuNanos + other.cpuNanos);
    }

    double micros() {
      return nanos / 1e3 / rows;
    }

    double cpuMicros() {
      return cpuNanos / 1e3 / rows;
    }
  }

  private SelectBench(BareReads bare, GuardedReads guarded, StoreReads ofStore, Settings settings) {
    this.bare = bare;
    this.guarded = guarded;
    this.ofStore = ofStore;
    this.settings = settings;
    this.keys = new Keys(settings.rows());
    ways.addAll(bare.ways());
    ways.addAll(guarded.ways());
    ways.addAll(ofStore.ways());
  }

  /** Fills the store and the databases beside it. */
  public static SelectBench open(Store store, Settings settings)
      throws SQLException, InterruptedException, ExecutionException {
    return new SelectBench(
        BareReads.open(settings.rows()),
        GuardedReads.open(settings.rows()),
        StoreReads.open(store, settings.rows()),
        settings);
  }

  /** Warms up, then measures. */
  public void run(Found found, Consumer<String> progress) throws Exception {
    progress.accept("selects by primary key: warming up, then " + ROUNDS + " rounds");
    round();
    for (int i = 0; i < ROUNDS; i++) {
      round().forEach((way, cost) -> found.add(way, cost.micros(), cost.cpuMicros()));
    }
  }

  private Map<String, Cost> round() throws Exception {
    Map<String, Cost> round = new LinkedHashMap<>();
    ways.forEach(way -> round.put(way.name(), new Cost(0, 0, 0)));
    List<ReadWay> shuffled = new ArrayList<>(ways);
    for (int i = 0; i < SLICES_A_ROUND; i++) {
      Collections.shuffle(shuffled, order);
      for (ReadWay way : shuffled) {
        round.merge(way.name(), slice(way), Cost::plus);
      }
    }
    return round;
  }

  private Cost slice(ReadWay way) throws Exception {
    cpu.start();
    Selected selected = way.selecting().run(keys, settings.slice(ways.size()).toNanos());
    return new Cost(selected.rows(), selected.nanos(), cpu.nanos());
  }

  @Override
  public void close() throws SQLException {
    ofStore.close();
    guarded.close();
    bare.close();
  }
}
