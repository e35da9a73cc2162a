package scriptorium.persistence.segment;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * A second reader of the files, written from {@code docs/segment-format.md} and nothing else, slow
 * and plain: what the log's own reader says is held against it. For a folder at rest. Of the
 * program it only uses the hash function, which has its published vectors as a test.
 */
final class PlainScanner {
  private static final Pattern SEGMENT = Pattern.compile("segment-(\\d+)-(\\d+)\\.log");

  private final NavigableMap<Long, NavigableMap<Long, ByteBuffer>> epochs = new TreeMap<>();
  private final NavigableMap<Long, String> events = new TreeMap<>();
  private final List<Long> chain = new ArrayList<>();
  private long deletedTo;
  private long missingTo;
  private long next = 1;
  private long hash;
  private int lastKind;

  /**
   * What counts.
   *
   * @param events by number, those that are not deleted
   * @param deletedTo events up to here are deleted
   * @param lastNumber the highest number given out
   * @param chain the epochs, oldest first
   * @param sealed the last frame is a seal
   */
  record History(
      NavigableMap<Long, String> events,
      long deletedTo,
      long lastNumber,
      List<Long> chain,
      boolean sealed) {}

  private record Frame(
      int kind, int count, long first, long previous, long counter, ByteBuffer payload, long hash) {
    long end(long start) {
      return (start + 96 + payload.capacity() + 8 + 7) / 8 * 8;
    }
  }

  private record End(long epoch, long segment, long offset, long number, long hash) {}

  private PlainScanner() {}

  /**
   * @param text makes the bytes of an event comparable
   */
  static History read(Path folder, Function<ByteBuffer, String> text) {
    PlainScanner scanner = new PlainScanner();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        Matcher name = SEGMENT.matcher(file.getFileName().toString());
        if (name.matches()) {
          scanner
              .epochs
              .computeIfAbsent(Long.valueOf(name.group(1)), epoch -> new TreeMap<>())
              .put(Long.valueOf(name.group(2)), ByteBuffer.wrap(Files.readAllBytes(file)));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    scanner.walk(text);
    return new History(
        scanner.events.tailMap(scanner.deletedTo, false),
        scanner.deletedTo,
        scanner.next - 1,
        scanner.chain,
        scanner.lastKind == 5);
  }

  private void walk(Function<ByteBuffer, String> text) {
    Deque<Map.Entry<Long, End>> links = new ArrayDeque<>();
    End named = new End(0, 0, 0, 0, 0);
    for (long epoch : epochs.descendingKeySet()) {
      Frame opening = opening(epoch);
      if (!links.isEmpty()
          && named.epoch() == epoch
          && segments(epoch).headMap(named.segment(), true).isEmpty()) {
        break; // what counts of it was deleted; what is left was written by a fenced writer
      }
      boolean isHead = links.isEmpty() && opening != null;
      if (isHead || (!links.isEmpty() && named.epoch() == epoch)) {
        links.addFirst(Map.entry(epoch, named));
        chain.add(0, epoch);
        if (opening == null) {
          throw new AssertionError("no opening frame in epoch " + epoch);
        }
        named = predecessor(opening.payload());
      }
    }
    next = named.number() + 1; // what lies before the oldest epoch that is left
    hash = named.hash();
    missingTo = named.number();
    links.forEach(link -> epoch(link.getKey(), link.getValue(), text));
    assertTrue(missingTo <= deletedTo, "missing to " + missingTo + ", deleted to " + deletedTo);
  }

  private NavigableMap<Long, ByteBuffer> segments(long epoch) {
    return epochs.getOrDefault(epoch, Collections.emptyNavigableMap());
  }

  private @Nullable Frame opening(long epoch) {
    ByteBuffer first = segments(epoch).get(0L);
    Frame frame = first == null ? null : frame(first, 128, epoch);
    return frame != null && frame.kind() == 1 ? frame : null;
  }

  private static End predecessor(ByteBuffer payload) {
    return new End(
        payload.getLong(0),
        payload.getLong(8),
        payload.getLong(16),
        payload.getLong(24),
        payload.getLong(32));
  }

  private void epoch(long epoch, End named, Function<ByteBuffer, String> text) {
    long counter = 0;
    boolean head = named.epoch() == 0;
    long at = 128;
    for (Map.Entry<Long, ByteBuffer> entry : segments(epoch).entrySet()) {
      ByteBuffer segment = entry.getValue();
      if (!head && entry.getKey() > named.segment()) {
        break;
      }
      deletedTo = Math.max(deletedTo, segment.getLong(72));
      if (segment.getLong(48) > next) { // what lies between was deleted
        missingTo = segment.getLong(48) - 1;
        next = segment.getLong(48);
        hash = segment.getLong(56);
        counter = segment.getLong(64);
      }
      at = 128;
      while (head || entry.getKey() < named.segment() || at < named.offset()) {
        long start = at % 512 > 416 ? (at / 512 + 1) * 512 : at;
        Frame frame = frame(segment, start, epoch);
        if (frame == null) {
          break;
        }
        take(epoch, frame, counter++, text);
        at = frame.end(start);
      }
    }
    if (!head && !segments(epoch).containsKey(named.segment())) {
      missingTo = Math.max(missingTo, named.number());
      next = named.number() + 1;
      hash = named.hash();
    } else if (!head) {
      assertEquals(named, new End(epoch, named.segment(), at, next - 1, hash), "the named end");
    }
  }

  private void take(long epoch, Frame frame, long counter, Function<ByteBuffer, String> text) {
    String place = "epoch=" + epoch + " counter=" + counter;
    assertEquals(counter, frame.counter(), place);
    assertEquals(hash, frame.previous(), place);
    assertEquals(next, frame.first(), place);
    assertEquals(counter == 0, frame.kind() == 1, place);
    ByteBuffer payload = frame.payload();
    switch (frame.kind()) {
      case 1 -> deletedTo = Math.max(deletedTo, payload.getLong(40));
      case 3 -> deletedTo = Math.max(deletedTo, payload.getLong(0));
      default -> {}
    }
    int at = 0;
    for (int i = 0; i < frame.count(); i++) {
      int length = payload.getInt(at);
      events.put(next + i, text.apply(payload.slice(at + 4, length)));
      at += 4 + length;
    }
    next += frame.count();
    hash = frame.hash();
    lastKind = frame.kind();
  }

  private static @Nullable Frame frame(ByteBuffer segment, long start, long epoch) {
    int at = (int) start;
    if (at + 104 > segment.capacity()
        || segment.getInt(at) != 0x5346524D
        || segment.getInt(at + 92) != crc(segment, at, 92)
        || segment.getLong(at + 16) != epoch) {
      return null;
    }
    int length = segment.getInt(at + 8);
    if (at + 96 + length + 8 > segment.capacity()
        || segment.getInt(at + 76) != crc(segment, at + 96, length)
        || !UTF_8.decode(segment.slice(at + 96 + length, 8)).toString().equals("FRAMEEND")) {
      return null;
    }
    byte[] hashed = new byte[96 + length];
    segment.get(at, hashed);
    return new Frame(
        segment.getInt(at + 4),
        segment.getInt(at + 12),
        segment.getLong(at + 24),
        segment.getLong(at + 32),
        segment.getLong(at + 40),
        segment.slice(at + 96, length),
        Xxh64.hash(hashed, 0, hashed.length));
  }

  private static int crc(ByteBuffer bytes, int offset, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes.slice(offset, length));
    return (int) crc.getValue();
  }
}
