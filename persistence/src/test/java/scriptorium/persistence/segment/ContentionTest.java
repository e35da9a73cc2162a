package scriptorium.persistence.segment;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Processes that take one log from each other while they are stopped at random moments. */
class ContentionTest {
  @TempDir Path dir;
  private final Map<Long, String> acknowledged = new ConcurrentHashMap<>();

  private final Queue<String> failures = new ConcurrentLinkedQueue<>();

  @Test
  @Timeout(value = 120, unit = TimeUnit.SECONDS)
  void losesNothingAcknowledgedAmongFrozenWriters() throws Exception {
    contend(2, 150);
  }

  @Test
  @Tag("soak")
  @Timeout(value = 30, unit = TimeUnit.MINUTES)
  void losesNothingAcknowledgedAmongManyFrozenWriters() throws Exception {
    contend(3, 20_000);
  }

  private void contend(int writers, int freezes) throws Exception {
    long seed = System.nanoTime();
    System.out.println("contention: seed=" + seed);
    Random random = new Random(seed);
    Path folder = dir.resolve("store");
    List<ChildProcess> children = new ArrayList<>();
    List<Thread> listeners = new ArrayList<>();
    for (int i = 0; i < writers; i++) {
      ChildProcess child =
          ChildProcess.start(
              ChildContender.class, folder.toString(), "w" + i, "" + random.nextLong());
      children.add(child);
      Thread listener = new Thread(() -> listen(child));
      listener.start();
      listeners.add(listener);
    }
    for (int i = 0; i < freezes; i++) {
      ChildProcess child = children.get(random.nextInt(writers));
      child.signal("STOP");
      child.runFor(random.nextInt(20));
      child.signal("CONT");
      child.runFor(random.nextInt(10));
    }
    for (ChildProcess child : children) {
      child.kill();
    }
    for (Thread listener : listeners) {
      listener.join();
    }
    assertEquals(List.of(), List.copyOf(failures));
    expectAllAcknowledged(folder);
  }

  private void listen(ChildProcess child) {
    try {
      for (String line = child.line(); line != null; line = child.line()) {
        if (line.startsWith("Exception")) {
          failures.add(line);
        }
        String[] words = line.split(" ", -1);
        if (words.length == 3) {
          String event = acknowledged.put(Long.parseLong(words[1]), words[2]);
          if (event != null) {
            failures.add("acknowledged twice: " + line);
          }
        }
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private void expectAllAcknowledged(Path folder) {
    Map<Long, String> found = new TreeMap<>();
    SegmentReader.Contents contents =
        SegmentReader.of(folder)
            .readEvents(
                1,
                Long.MAX_VALUE,
                (number, bytes, offset, length) ->
                    assertNull(
                        found.put(number, new String(bytes, offset, length, US_ASCII)),
                        "twice: " + number));
    System.out.printf(
        "contention: epochs=%d events=%d acknowledged=%d%n",
        contents.newestEpoch(), found.size(), acknowledged.size());
    assertEquals(contents.end().number(), found.size());
    assertTrue(acknowledged.size() > 10, "nothing was written");
    acknowledged.forEach(
        (number, event) ->
            assertTrue(
                event.equals(found.get(number)) || cut(event, found.get(number)),
                number + "=" + event));
  }

  /** A line cut short by the kill. */
  private static boolean cut(String event, @org.jspecify.annotations.Nullable String whole) {
    return whole != null && whole.startsWith(event);
  }
}
