package scriptorium.benchmarks;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import scriptorium.actors.Mutation;
import scriptorium.actors.SchemaScript;
import scriptorium.actors.SequenceNumber;
import scriptorium.actors.Store;
import scriptorium.benchmarks.workload.Parcel;
import scriptorium.drills.embedded.LocalStore;
import scriptorium.persistence.segment.SegmentReader;

/**
 * How large the event of a one-row update is, read from the files of a journal.
 *
 * @param eventBytes the event: row changes, txId, label, time, the kept answer
 * @param entryBytes the event in Akka's envelope, as the journal keeps it
 */
record EventSize(int eventBytes, int entryBytes) {

  private static final String STORE = "event-size";

  /** Fixed fields at an entry's beginning: version, flags, time stamp, serializer. */
  private static final int ENTRY_HEAD_BYTES = 14;

  /** Writes one row to a store of its own, updates it, and reads its journal. */
  static EventSize measure(Path folder) throws InterruptedException, ExecutionException {
    SequenceNumber updated;
    try (LocalStore opened = LocalStore.open(folder, STORE, Map.of())) {
      updated = updateOneRow(opened.store());
    }
    List<EventSize> found = new ArrayList<>();
    SegmentReader.of(folder.resolve(STORE))
        .readEvents(
            updated.value(),
            updated.value(),
            (number, array, offset, length) ->
                found.add(ofEntry(ByteBuffer.wrap(array, offset, length))));
    if (found.size() != 1) {
      throw new IllegalStateException(
          "event not in its journal: sequenceNumber=" + updated + " found=" + found.size());
    }
    return found.get(0);
  }

  private static SequenceNumber updateOneRow(Store store)
      throws InterruptedException, ExecutionException {
    LocalStore.await(store.migrate(List.of(SchemaScript.adHoc("bench", Parcel.SCHEMA)))).orThrow();
    Mutation<Integer> insert =
        connection -> {
          try (PreparedStatement statement = connection.prepareStatement(Parcel.INSERT)) {
            Parcel.of(1).bind(statement);
            return statement.executeUpdate();
          }
        };
    LocalStore.await(store.write("insert", insert)).orThrow();
    Mutation<Integer> update =
        connection -> {
          try (PreparedStatement statement =
              connection.prepareStatement(
                  "UPDATE PARCEL SET STATE = ?, REVISION = REVISION + 1 WHERE ID = ?")) {
            statement.setString(1, "delivered");
            statement.setLong(2, 1);
            return statement.executeUpdate();
          }
        };
    return LocalStore.await(store.write("deliver", update)).orThrow().sequenceNumber();
  }

  /** By docs/segment-format.md: the fixed fields, three texts, and the event is the rest. */
  private static EventSize ofEntry(ByteBuffer entry) {
    int entryBytes = entry.remaining();
    entry.position(entry.position() + ENTRY_HEAD_BYTES);
    for (int i = 0; i < 3; i++) {
      int textBytes = Short.toUnsignedInt(entry.getShort());
      entry.position(entry.position() + textBytes);
    }
    return new EventSize(entry.remaining(), entryBytes);
  }
}
