package scriptorium.benchmarks.journal;

import akka.persistence.query.EventEnvelope;
import akka.persistence.query.PersistenceQuery;
import akka.persistence.query.javadsl.EventsByPersistenceIdQuery;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import scriptorium.benchmarks.workload.Samples;
import scriptorium.drills.command.Command;
import scriptorium.drills.command.ExitCode;
import scriptorium.drills.command.Terminal;
import scriptorium.drills.embedded.QuietLogging;
import scriptorium.drills.failover.process.EventLine;
import scriptorium.drills.failover.process.ParentWatch;
import scriptorium.persistence.segment.SegmentQuery;

/**
 * The child that follows: takes the events of a journal that another process writes, by the live
 * query, and tells how long each was under way. Prints {@code FOLLOWS} with the first event, and
 * {@code BEHIND} when a round is over.
 */
public final class TailCommand implements Command {

  static final String NAME = "bench-journal-tail";
  static final String FOLLOWS = "FOLLOWS";
  static final String BEHIND = "BEHIND";

  private static final long LIMIT_MINUTES = 65;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String summary() {
    return "follows a journal (started by the benchmark)";
  }

  @Override
  public String help() {
    return "Started by './scriptorium bench journal', not by hand.\n";
  }

  @Override
  public boolean hidden() {
    return true;
  }

  static List<String> words(Path folder, String persistenceId) {
    return List.of(NAME, folder.toString(), persistenceId);
  }

  @Override
  public int run(List<String> args, Terminal terminal) throws Exception {
    QuietLogging.start(false);
    ParentWatch.start(() -> {});
    Behind behind = new Behind(terminal.out());
    try (JournalHost host = JournalHost.start(Path.of(args.get(0)))) {
      Object unused =
          PersistenceQuery.get(host.system())
              .getReadJournalFor(EventsByPersistenceIdQuery.class, SegmentQuery.ID)
              .eventsByPersistenceId(args.get(1), 1, Long.MAX_VALUE)
              .takeWhile(envelope -> !TailEvent.of(envelope.event()).isEnd())
              .runForeach(behind::take, host.system())
              .toCompletableFuture()
              .get(LIMIT_MINUTES, TimeUnit.MINUTES);
    }
    behind.end();
    return ExitCode.OK;
  }

  /** How far behind the events of the present round were. */
  private static final class Behind {
    private final PrintStream out;
    private int round = -1;
    private long lastNumber;
    private Samples samples = new Samples();

    Behind(PrintStream out) {
      this.out = out;
    }

    void take(EventEnvelope envelope) {
      long now = EventLine.nowMicros();
      TailEvent event = TailEvent.of(envelope.event());
      if (envelope.sequenceNr() != lastNumber + 1) {
        throw new IllegalStateException(
            "events missing or doubled: expected=%d found=%d"
                .formatted(lastNumber + 1, envelope.sequenceNr()));
      }
      lastNumber++;
      if (event.round() != round) {
        end();
        round = event.round();
      }
      samples.add(TimeUnit.MICROSECONDS.toNanos(now - event.sentMicros()));
    }

    void end() {
      if (round < 0) {
        EventLine.print(out, FOLLOWS);
        return;
      }
      EventLine.print(
          out,
          BEHIND,
          "round",
          String.valueOf(round),
          "events",
          String.valueOf(samples.size()),
          "p50",
          micros(50),
          "p99",
          micros(99),
          "most",
          micros(100));
      samples = new Samples();
    }

    private String micros(double percent) {
      Duration behind = samples.percentile(percent);
      return String.valueOf(behind.toNanos() / 1000);
    }
  }
}
