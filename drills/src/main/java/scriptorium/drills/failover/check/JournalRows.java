package scriptorium.drills.failover.check;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * Reads a journal in PostgreSQL, row by row, without the plugin that wrote it: every event of a
 * store, in the order of their numbers. Nothing is written.
 */
public final class JournalRows {

  private static final String EVENTS =
      """
      SELECT sequence_number, event_ser_id, event_ser_manifest, event_payload
        FROM event_journal WHERE persistence_id = ? AND NOT deleted ORDER BY sequence_number
      """;

  private static final String EPOCH_STARTED = "E";
  private static final int ROWS_AT_ONCE = 1000;

  private JournalRows() {}

  /** Hands all events over; the connection is used up. */
  public static JournalFiles.Walk walk(
      Connection connection, String store, JournalEvidence.Builder builder)
      throws SQLException, IOException {
    connection.setAutoCommit(false); // or the driver holds all rows in heap
    long first = 0;
    long last = 0;
    int epochs = 0;
    try (PreparedStatement statement = connection.prepareStatement(EVENTS)) {
      statement.setFetchSize(ROWS_AT_ONCE);
      statement.setString(1, store);
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          last = rows.getLong(1);
          first = first == 0 ? last : first;
          String manifest = rows.getString(3);
          epochs += manifest.equals(EPOCH_STARTED) ? 1 : 0;
          builder.event(
              last,
              EventHeader.committedTxId(
                  rows.getInt(2), manifest, ByteBuffer.wrap(rows.getBytes(4))));
        }
      }
    }
    return new JournalFiles.Walk(Math.max(1, first), last, epochs, 0, 0, false);
  }
}
