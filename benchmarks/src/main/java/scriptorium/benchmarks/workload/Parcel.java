package scriptorium.benchmarks.workload;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

/**
 * The row that every side writes: ten columns, a primary key and one secondary index.
 *
 * @param priceCents price in hundredths
 * @param acceptedSeconds when it was accepted, in seconds since 1970
 */
public record Parcel(
    long id,
    long sender,
    long receiver,
    String state,
    int grams,
    long priceCents,
    boolean express,
    String note,
    long acceptedSeconds,
    int revision) {

  public static final String SCHEMA =
      """
      CREATE TABLE PARCEL (
        ID BIGINT PRIMARY KEY,
        SENDER BIGINT NOT NULL,
        RECEIVER BIGINT NOT NULL,
        STATE VARCHAR(16) NOT NULL,
        GRAMS INT NOT NULL,
        PRICE DECIMAL(12, 2) NOT NULL,
        EXPRESS BOOLEAN NOT NULL,
        NOTE VARCHAR(200) NOT NULL,
        ACCEPTED TIMESTAMP(6) NOT NULL,
        REVISION INT NOT NULL
      );
      CREATE INDEX PARCEL_SENDER ON PARCEL (SENDER);
      """;

  public static final String INSERT = "INSERT INTO PARCEL VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

  private static final long FIRST_SECOND = 1_790_000_000L;

  /** The row of this key: always the same, unlike its neighbours. */
  public static Parcel of(long id) {
    return new Parcel(
        id,
        id * 7919 % 10_000,
        id * 104_729 % 1_000_000,
        "accepted",
        (int) (id % 30_000),
        499 + id % 5000,
        id % 7 == 0,
        "leave it with the neighbours, no. " + id % 100,
        FIRST_SECOND + id,
        1);
  }

  /** Sets the parameters of {@link #INSERT}. */
  public void bind(PreparedStatement insert) throws SQLException {
    insert.setLong(1, id);
    insert.setLong(2, sender);
    insert.setLong(3, receiver);
    insert.setString(4, state);
    insert.setInt(5, grams);
    insert.setBigDecimal(6, BigDecimal.valueOf(priceCents, 2));
    insert.setBoolean(7, express);
    insert.setString(8, note);
    insert.setObject(9, LocalDateTime.ofEpochSecond(acceptedSeconds, 0, ZoneOffset.UTC));
    insert.setInt(10, revision);
  }

  /** As an event of a hand-written event-sourced program. */
  public byte[] toBytes() {
    byte[] stateBytes = state.getBytes(StandardCharsets.UTF_8);
    byte[] noteBytes = note.getBytes(StandardCharsets.UTF_8);
    ByteBuffer out = ByteBuffer.allocate(51 + stateBytes.length + noteBytes.length);
    out.putLong(id).putLong(sender).putLong(receiver);
    out.put((byte) stateBytes.length).put(stateBytes);
    out.putInt(grams).putLong(priceCents).put((byte) (express ? 1 : 0));
    out.put((byte) noteBytes.length).put(noteBytes);
    return out.putLong(acceptedSeconds).putInt(revision).array();
  }

  public static Parcel ofBytes(byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    return new Parcel(
        in.getLong(),
        in.getLong(),
        in.getLong(),
        text(in),
        in.getInt(),
        in.getLong(),
        in.get() == 1,
        text(in),
        in.getLong(),
        in.getInt());
  }

  private static String text(ByteBuffer in) {
    byte[] bytes = new byte[in.get()];
    in.get(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
