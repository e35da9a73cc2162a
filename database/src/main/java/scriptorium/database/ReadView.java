package scriptorium.database;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.h2.engine.SessionLocal;
import org.jspecify.annotations.Nullable;
import scriptorium.database.guard.HeldHeap;
import scriptorium.database.guard.OpenView;
import scriptorium.database.internal.Connections;

/**
 * The database exactly as it was committed when the view was pinned, whatever is committed later.
 *
 * <p>It holds one of H2's open transactions and the pages replaced meanwhile, until closed; the
 * schema must not change before. One thread at a time.
 */
public final class ReadView implements AutoCloseable {
  private final Connection connection;
  private final PreparedStatement pin;
  private final Consumer<ReadView> release;
  private volatile @Nullable Pinned pinned;

  /** What is known of the view while it is open. */
  private record Pinned(HeldHeap.Mark mark, long sequenceNumber) {}

  ReadView(Connection connection, Consumer<ReadView> release) throws SQLException {
    this.connection = connection;
    this.release = release;
    // In SNAPSHOT isolation alone the first statement of a transaction fixes what all later ones
    // see, of all tables and at one point; the weaker levels mix points.
    try (var statement = connection.createStatement()) {
      statement.execute("SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL SNAPSHOT");
    }
    connection.setAutoCommit(false);
    this.pin = connection.prepareStatement("SELECT 1");
    connection.rollback();
  }

  void pin(HeldHeap.Mark mark, long sequenceNumber) throws SQLException {
    pin.executeQuery().close();
    pinned = new Pinned(mark, sequenceNumber);
  }

  /** The view, while it is open; for any thread. */
  Optional<OpenView> open(HeldHeap heap, long nowNanos) {
    Pinned now = pinned;
    if (now == null) {
      return Optional.empty();
    }
    return Optional.of(
        new OpenView(
            OpenView.Use.SNAPSHOT,
            Duration.ofNanos(Math.max(0, nowNanos - now.mark().nanos())),
            now.sequenceNumber(),
            heap.heldSince(now.mark())));
  }

  /**
   * A connection with the owner's rights, as SCRIPT needs them; for reading only, by code of this
   * program only. Its transaction is the pin: no commit, no rollback.
   */
  public Connection connection() {
    if (pinned == null) {
      throw new IllegalStateException("the view is closed");
    }
    return connection;
  }

  SessionLocal session() {
    return Connections.session(connection());
  }

  /** Lets go of the pinned point; closing again does nothing. */
  @Override
  public void close() {
    if (pinned != null) {
      pinned = null;
      release.accept(this);
    }
  }

  void unpin() throws SQLException {
    connection.rollback();
  }

  void disconnect() throws SQLException {
    connection.close();
  }
}
