package scriptorium.benchmarks.micro;

import java.time.Instant;
import java.util.UUID;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import scriptorium.actors.TxId;

/** The id that each write is given by its caller. */
@State(Scope.Benchmark)
public class TxIdBenchmark {

  private final Instant now = Instant.parse("2026-11-30T00:00:00Z");

  /** One id, made by one thread. */
  @Benchmark
  public UUID next() {
    return TxId.next(now);
  }
}
