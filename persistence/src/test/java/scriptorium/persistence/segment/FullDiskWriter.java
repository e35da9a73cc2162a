package scriptorium.persistence.segment;

import static scriptorium.persistence.segment.LogFixture.appendNumbered;
import static scriptorium.persistence.segment.LogFixture.events;
import static scriptorium.persistence.segment.LogFixture.numbered;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A process of its own on a tiny disk: fills it, is refused, makes room, goes on. */
final class FullDiskWriter {
  private FullDiskWriter() {}

  public static void main(String[] args) throws IOException {
    Path disk = Path.of(args[0]);
    Path ballast = Files.write(disk.resolve("ballast"), new byte[100_000]);
    LogFixture store = new LogFixture(disk.resolve("store"));
    SegmentLog log = store.open();
    boolean full = false;
    while (!full) {
      try {
        appendNumbered(log, 1);
      } catch (JournalFullException e) {
        full = true;
      }
    }
    int before = (int) log.highestSequenceNumber();
    Files.delete(ballast);
    appendNumbered(log, 100);
    log.close();
    SegmentLog again = store.open();
    boolean whole = events(again).equals(numbered(1, before + 100));
    System.out.println(whole ? "full and resumed" : "events are missing");
  }
}
