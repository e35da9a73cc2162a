package scriptorium.benchmarks.restart;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import scriptorium.actors.RecoveryReport;
import scriptorium.drills.embedded.LocalStore;
import scriptorium.snapshots.RestoreTimes;

/**
 * A database with all rows, in the process that opened it.
 *
 * @param rows counts them
 * @param parts where the time went, in microseconds by name
 * @param end closes it
 */
record OpenedSide(Rows rows, Map<String, Long> parts, End end) implements AutoCloseable {

  OpenedSide {
    parts = Map.copyOf(parts);
  }

  /** Counts. */
  @FunctionalInterface
  interface Rows {
    long count() throws SQLException, InterruptedException, ExecutionException;
  }

  /** Closes. */
  @FunctionalInterface
  interface End {
    void close() throws SQLException;
  }

  static OpenedSide of(Connection connection, Content content) {
    return new OpenedSide(() -> content.count(connection), Map.of(), connection::close);
  }

  static OpenedSide of(LocalStore opened, Content content) {
    Map<String, Long> parts = new LinkedHashMap<>();
    opened.store().status().recovery().ifPresent(report -> addTo(parts, report));
    return new OpenedSide(
        () -> LocalStore.await(opened.store().read(content::count)).orThrow().value(),
        parts,
        opened::close);
  }

  private static void addTo(Map<String, Long> parts, RecoveryReport report) {
    parts.put(Started.RECOVERY, micros(report.total()));
    parts.put(Started.RESTORING, micros(report.restoring()));
    RestoreTimes times = report.restoreTimes();
    parts.put(Started.OPENING, micros(times.opening()));
    parts.put(Started.READING, micros(times.reading()));
    parts.put(Started.PARSING, micros(times.parsing()));
    parts.put(Started.ROWS, micros(times.rows()));
    parts.put(Started.INDEXES, micros(times.indexes()));
    parts.put(Started.REFERENCES, micros(times.references()));
    parts.put(Started.DIGESTS, micros(times.digests()));
  }

  private static long micros(Duration duration) {
    return duration.toNanos() / 1000;
  }

  @Override
  public void close() throws SQLException {
    end.close();
  }
}
