package scriptorium.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import akka.actor.ActorSystem;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/** What the author of a journal plugin tells about it, and what its tests share. */
abstract class JournalRules extends PluginContract {
  /** The plugin's id: {@code akka.persistence.journal.plugin} of {@link #config}. */
  protected String journalPluginId() {
    return settings().getString("akka.persistence.journal.plugin");
  }

  /**
   * Whether a write whose numbers are stored already is refused: by failure or rejection. A journal
   * that does not must not be written by anybody who may have a second writer.
   */
  protected boolean refusesDuplicates() {
    return true;
  }

  /** Whether a write is refused whose first number is not the highest one + 1. */
  protected boolean refusesGaps() {
    return true;
  }

  /** Whether an event's metadata, which replicated actors use, is kept. */
  protected boolean keepsMetadata() {
    return true;
  }

  /** The largest event that the plugin promises to store, in bytes: 16 MiB. */
  protected int largestEventBytes() {
    return 16 << 20;
  }

  /**
   * Makes every write to a persistence id wait, from now until the fault is closed; after that
   * those that waited succeed. Called while nothing is written. Empty: this cannot be done, and
   * what the journal makes of a slow storage stays untested.
   *
   * @param system whose plugin is meant
   */
  protected Optional<Fault> holdWrites(ActorSystem system, String persistenceId) {
    return Optional.empty();
  }

  /**
   * Makes every write to a persistence id fail in the storage, from now until the fault is closed.
   * Empty: this cannot be done, and what the journal makes of a failing storage stays untested.
   *
   * @param system whose plugin is meant
   */
  protected Optional<Fault> failWrites(ActorSystem system, String persistenceId) {
    return Optional.empty();
  }

  final JournalClient journal() {
    return journal(system());
  }

  final JournalClient journal(ActorSystem system) {
    return new JournalClient(system, journalPluginId(), patience());
  }

  static void expectStored(WriteAnswer answer, long... numbers) {
    assertEquals(
        new WriteAnswer(LongStream.of(numbers).boxed().toList(), List.of(), List.of(), null),
        answer);
  }

  static String[] numbered(long first, int count) {
    return LongStream.range(first, first + count)
        .mapToObj(number -> "event " + number)
        .toArray(String[]::new);
  }

  final String idWith(int events) {
    String id = newId("range");
    for (int number = 1; number <= events; number++) {
      expectStored(journal().write(id, number, "event " + number), number);
    }
    return id;
  }
}
