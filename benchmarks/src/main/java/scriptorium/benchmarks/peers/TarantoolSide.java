package scriptorium.benchmarks.peers;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import scriptorium.benchmarks.workload.BalanceChecker;
import scriptorium.benchmarks.workload.Samples;
import scriptorium.benchmarks.workload.Side;

/** One kind of write in Tarantool, a fiber a caller, each commit on its own. */
final class TarantoolSide implements Side {

  private static final Duration LONGEST_END = Duration.ofSeconds(60);

  private final TarantoolProcess process;
  private final String writes;

  /** The script's words for what it shall write. */
  TarantoolSide(TarantoolProcess process, String writes) {
    this.process = process;
    this.writes = writes;
  }

  @Override
  public String name() {
    return TarantoolPeer.NAME;
  }

  @Override
  public String manner(int outstanding) {
    return outstanding == 1 ? "1 fiber" : outstanding + " fibers";
  }

  @Override
  public String difference() {
    return TarantoolPeer.DIFFERENCE;
  }

  @Override
  public Measured measure(int outstanding, Duration length)
      throws IOException, InterruptedException, ExecutionException, TimeoutException {
    double seconds = length.toNanos() / 1e9;
    String question = String.format(Locale.ROOT, "%d %.3f %s", outstanding, seconds, writes);
    double[] numbers = ask("measure " + question, length.plus(LONGEST_END));
    Samples samples = new Samples();
    Arrays.stream(numbers).skip(2).forEach(nanos -> samples.add((long) nanos));
    return new Measured(numbers[0] / seconds, samples, numbers[1] / seconds);
  }

  /** Deletes parcels and checks balances, whichever it wrote. */
  @Override
  public void clear()
      throws IOException, InterruptedException, ExecutionException, TimeoutException {
    double[] sums = ask("clear", LONGEST_END);
    BalanceChecker.check(name(), (long) sums[0], (long) sums[1], (long) sums[2]);
  }

  private double[] ask(String question, Duration limit)
      throws IOException, InterruptedException, ExecutionException, TimeoutException {
    String answer = process.ask(question, limit);
    return Arrays.stream(answer.split(" ")).mapToDouble(Double::parseDouble).toArray();
  }
}
