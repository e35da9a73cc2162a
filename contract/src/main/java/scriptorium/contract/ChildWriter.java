package scriptorium.contract;

import static java.nio.charset.StandardCharsets.UTF_8;

import akka.actor.ActorSystem;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A process that writes through the plugin until it is refused or killed, and says what was
 * acknowledged to it, each number in a line, before it goes on. Arguments: file of settings, role,
 * plugin, persistence id.
 */
final class ChildWriter {
  /** Begins each line that is meant for the parent; logs have none. */
  static final String MARK = "contract> ";

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final OutputStream out = new FileOutputStream(FileDescriptor.out);

  /** What it writes. */
  enum Role {
    /** Groups of events of a {@link WrittenEvents} pattern. */
    EVENTS,
    /** Snapshots of ever higher numbers. */
    SNAPSHOTS
  }

  private ChildWriter() {}

  public static void main(String[] args) throws IOException {
    Config config = ConfigFactory.parseFile(Path.of(args[0]).toFile()).resolve();
    ActorSystem system = ActorSystem.create("contract", config);
    ChildWriter writer = new ChildWriter();
    switch (Role.valueOf(args[1])) {
      case EVENTS -> writer.writeEvents(new JournalClient(system, args[2], PATIENCE), args[3]);
      case SNAPSHOTS ->
          writer.saveSnapshots(new SnapshotClient(system, args[2], PATIENCE), args[3]);
    }
    system.terminate();
  }

  private void writeEvents(JournalClient journal, String id) throws IOException {
    long highest = journal.replay(id).highest();
    say("recovered " + highest);
    while (true) {
      String[] group = WrittenEvents.group(highest + 1);
      WriteAnswer answer = journal.write(id, highest + 1, group);
      if (!answer.isStored()) {
        say("refused " + answer.cause());
        return;
      }
      highest += group.length;
      say("acked " + highest);
    }
  }

  private void saveSnapshots(SnapshotClient store, String id) throws IOException {
    for (long number = 1; ; number++) {
      store.save(id, number, WrittenEvents.snapshot(number));
      say("acked " + number);
    }
  }

  private void say(String line) throws IOException {
    out.write((MARK + line + "\n").getBytes(UTF_8));
  }
}
