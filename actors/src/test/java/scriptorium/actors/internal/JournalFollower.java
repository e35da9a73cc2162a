package scriptorium.actors.internal;

import com.typesafe.config.ConfigFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import scriptorium.actors.StoreSettings;
import scriptorium.database.DatabaseSettings;
import scriptorium.database.EmbeddedDatabase;
import scriptorium.database.guard.MutationConnection;
import scriptorium.database.guard.ReadConnection;
import scriptorium.database.guard.ReadLimits;
import scriptorium.persistence.JournalEvent;
import scriptorium.persistence.SchemaChanged;
import scriptorium.persistence.codec.EventCodec;
import scriptorium.persistence.segment.FrameView;
import scriptorium.persistence.segment.FrameVisitor;
import scriptorium.persistence.segment.SegmentName;
import scriptorium.persistence.segment.SegmentReader;

/**
 * A database built by following the journal of a store that somebody else writes: event by event,
 * leaving out the last frame, which may not count yet.
 */
public final class JournalFollower implements AutoCloseable {

  /** What is done on a connection of the follower's database. */
  public interface Work<T> {
    T on(Connection connection) throws SQLException;
  }

  @SuppressWarnings("ArrayRecordComponent") // compared by nobody
  private record Entry(long number, byte[] bytes) {}

  private static final ReadLimits LIMITS = new ReadLimits(Duration.ofMinutes(5), 10_000_000);

  private final SegmentReader journal;
  private final EventApplier applier =
      new EventApplier(
          "follower",
          StoreState.of(
              EmbeddedDatabase.open(DatabaseSettings.defaults()),
              StoreSettings.load(ConfigFactory.load())),
          1,
          JournalFollower::changeSchema);
  private long applied;

  /**
   * @param folder the store's
   */
  public JournalFollower(Path folder) {
    journal = SegmentReader.of(folder);
  }

  /** Applies what was added, up to the last frame that is known to count; returns its number. */
  public long catchUp() {
    journal.read(new Confirmed());
    return applied;
  }

  /** Holds the events of a frame back until the next frame shows that they count. */
  private final class Confirmed implements FrameVisitor {
    private List<Entry> held = List.of();

    @Override
    public void frame(SegmentName segment, long offset, FrameView frame) {
      held.forEach(JournalFollower.this::apply);
      List<Entry> entries = new ArrayList<>();
      frame.events(
          applied + 1,
          Long.MAX_VALUE,
          (number, array, from, length) ->
              entries.add(new Entry(number, Arrays.copyOfRange(array, from, from + length))));
      held = entries;
    }
  }

  private void apply(Entry entry) {
    applier.apply(entry.number(), eventOf(ByteBuffer.wrap(entry.bytes())));
    applier.commit();
    applied = entry.number();
  }

  /** Views that are open go on to show the database before. */
  private static void changeSchema(StoreState state, SchemaChanged changed, long number) {
    EmbeddedDatabase copy =
        SchemaReplay.onCopy(state.database(), changed, number, DatabaseSettings.defaults());
    var unused = DatabaseDisposal.retire(state.swap(copy), Duration.ofMinutes(1));
  }

  private EmbeddedDatabase database() {
    return applier.state().database();
  }

  /** Out of Akka's envelope, entry version 1 of {@code docs/segment-format.md}. */
  private static JournalEvent eventOf(ByteBuffer entry) {
    if (entry.get() != 1 || entry.get() != 0) {
      throw new IllegalStateException("an entry of another version, or with metadata");
    }
    entry.position(entry.position() + Long.BYTES + Integer.BYTES);
    String manifest = text(entry);
    text(entry);
    text(entry);
    byte[] event = new byte[entry.remaining()];
    entry.get(event);
    return EventCodec.decode(manifest, event);
  }

  private static String text(ByteBuffer entry) {
    byte[] text = new byte[entry.getShort()];
    entry.get(text);
    return new String(text, StandardCharsets.UTF_8);
  }

  /** How often the writer's digests were compared, and agreed. */
  public long comparedDigests() {
    return applier.comparedDigests();
  }

  /** Changes rows behind everybody's back. */
  public void tamper(String sql) throws SQLException {
    try (Statement statement = database().adminConnection().createStatement()) {
      statement.execute(sql);
    }
  }

  /** Reads as the store's readers do. */
  public <T> T read(Work<T> work) throws SQLException {
    try (ReadConnection reader = database().readers().borrow(LIMITS)) {
      return work.on(reader.connection());
    }
  }

  /** Writes as a mutation would, and takes it back: only sequences keep what it did. */
  public <T> T tryWrite(Work<T> work) throws SQLException {
    var unused = database().writer().savepoint();
    try (MutationConnection connection = database().openMutation()) {
      return work.on(connection.connection());
    } finally {
      database().writer().rollback();
    }
  }

  @Override
  public void close() {
    database().close();
  }
}
