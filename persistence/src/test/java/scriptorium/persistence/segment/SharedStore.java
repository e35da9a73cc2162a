package scriptorium.persistence.segment;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * A store that several writers contend for, and what all of them, and a reader in another process,
 * were told of it. Whoever is told that an event counts makes it known; nobody may be told anything
 * else of that number, and the files must hold it in the end.
 */
final class SharedStore {
  /** Makes an event so large that a second one does not fit into the segment. */
  static final int LARGE = 3_000;

  private static final SegmentLogSettings SETTINGS =
      new SegmentLogSettings(4_096, 16_384, LockMode.SHARED);

  final String id;
  final Path folder;
  private final ChildProcess reader;
  private final NavigableMap<Long, String> known = new TreeMap<>();
  private final NavigableMap<Long, String> delivered = new TreeMap<>();
  private final List<SegmentLog> logs = new ArrayList<>();
  private int events;

  SharedStore(Path dataDir, String id, ChildProcess reader) {
    this.id = id;
    this.folder = StoreFolder.of(dataDir, id);
    this.reader = reader;
  }

  static OpenRequest request(String id, LogFiles files) {
    Claimant claimant = new Claimant("test", ProcessHandle.current().pid(), Instant.EPOCH);
    return OpenRequest.of(id, claimant, SETTINGS).on(files);
  }

  /** One event as the journal plugin would write an array of bytes. */
  static EventGroup group(String name, int padding) {
    EventGroup group = new EventGroup();
    group.begin();
    group.beginEvent();
    group.putByte(1);
    group.putByte(0);
    group.putInt64(0);
    group.putInt32(4);
    for (int text = 0; text < 3; text++) {
      group.putShortBytes(new byte[0]);
    }
    group.putBytes((name + ":" + "x".repeat(padding)).getBytes(US_ASCII));
    group.endEvent();
    return group;
  }

  static String name(byte[] event) {
    String text = new String(event, US_ASCII);
    return text.substring(0, text.indexOf(':'));
  }

  private static String name(ByteBuffer entry) {
    byte[] event = new byte[entry.capacity() - 20];
    entry.get(20, event);
    return name(event);
  }

  /** A name that no other event of this store has. */
  String newEvent() {
    events++;
    return "e" + events;
  }

  /** Claims it for a writer of this process, which reads all there is. */
  SegmentLog claim() {
    SegmentLog log = SegmentLog.open(folder, request(id, SteppedFiles.plain()));
    logs.add(log);
    log.replay(
        1,
        Long.MAX_VALUE,
        Long.MAX_VALUE,
        (number, bytes, offset, length) ->
            know(number, name(ByteBuffer.wrap(bytes, offset, length).slice())));
    return log;
  }

  /** Writers of this process, the newest last. */
  List<SegmentLog> logs() {
    return logs;
  }

  SegmentLog newest() {
    return logs.get(logs.size() - 1);
  }

  /** Whether the event was acknowledged; not when the writer is fenced. */
  boolean append(SegmentLog log, int padding) {
    String event = newEvent();
    try {
      long number = log.highestSequenceNumber() + 1;
      log.append(group(event, padding), number);
      know(number, event);
      return true;
    } catch (FencedWriterException e) {
      return false;
    }
  }

  /** Somebody was told that this event counts. */
  void know(long number, String event) {
    String before = known.putIfAbsent(number, event);
    assertTrue(
        before == null || before.equals(event),
        () -> "number " + number + " was " + before + " and now is " + event);
  }

  /** Whether anybody was told so. */
  boolean isKnown(String event) {
    return known.containsValue(event);
  }

  /** The reader in another process reads everything. */
  void look() {
    try {
      reader.tell(id);
      String answer = reader.line();
      while (answer != null && !answer.startsWith("events ") && !answer.startsWith("failed ")) {
        answer = reader.line(); // what its logging says
      }
      assertNotNull(answer);
      assertTrue(answer.startsWith("events "), answer);
      long before = -1;
      for (String event : answer.substring("events ".length()).split(" ", -1)) {
        if (!event.isEmpty()) {
          int equals = event.indexOf('=');
          long number = Long.parseLong(event.substring(0, equals));
          assertTrue(before < 0 || number == before + 1, answer);
          before = number;
          deliver(number, event.substring(equals + 1));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void deliver(long number, String event) {
    String before = delivered.putIfAbsent(number, event);
    assertTrue(before == null || before.equals(event), () -> number + " delivered as two events");
  }

  /** The store opens once more, and its files hold what was told, once each, in that order. */
  void expectNothingLost() {
    SegmentLog last = claim();
    assertTrue(append(last, 0));
    last.close();
    PlainScanner.History history = PlainScanner.read(folder, SharedStore::name);

    assertTrue(history.sealed());
    assertEquals(
        history.lastNumber() - history.deletedTo(), history.events().size(), "numbers are missing");
    history.events().forEach(this::know);
    for (Map.Entry<Long, String> told : known.tailMap(history.deletedTo(), false).entrySet()) {
      assertEquals(told.getValue(), history.events().get(told.getKey()), "lost: " + told);
    }
    assertEquals(known.size(), new HashSet<>(known.values()).size(), () -> "doubled: " + known);
    look();
    for (Map.Entry<Long, String> event : delivered.entrySet()) {
      if (!event.getValue().equals(known.get(event.getKey()))) {
        fail("void event delivered: " + event + ", counts: " + known.get(event.getKey()));
      }
    }
  }
}
