package scriptorium.benchmarks.journal;

import akka.actor.ActorCell;
import akka.actor.ActorRef;
import akka.actor.ActorRefWithCell;
import akka.actor.ActorSystem;
import akka.actor.Identify;
import akka.actor.Terminated;
import akka.pattern.Patterns;
import akka.persistence.Persistence;
import akka.persistence.journal.AsyncWriteJournal;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * An actor system whose journals keep their files in one folder. Closed once, by whoever started
 * it.
 */
public final class JournalHost implements AutoCloseable {

  /** The journals that are compared. */
  public enum Tested {
    /** Ours. */
    EMBEDDED("embedded", "scriptorium.journal"),
    /** RocksDB, by {@link RocksJournal}. */
    ROCKS("RocksDB", "scriptorium-rocks"),
    /** Akka's own plugin over LevelDB. */
    LEVEL("LevelDB", "akka.persistence.journal.leveldb");

    private final String title;
    private final String pluginId;

    Tested(String title, String pluginId) {
      this.title = title;
      this.pluginId = pluginId;
    }

    /** What the table calls it. */
    public String title() {
      return title;
    }

    /** By which Akka finds it. */
    String pluginId() {
      return pluginId;
    }
  }

  /** Of an actor that persists: a thread of its own, as the store's writer has. */
  static final String PINNED = "scriptorium-pinned";

  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final ActorSystem system;

  private JournalHost(ActorSystem system) {
    this.system = system;
  }

  /** Starts it; no journal is opened before it is used. */
  public static JournalHost start(Path folder) {
    return new JournalHost(ActorSystem.create("journals", config(folder)));
  }

  private static Config config(Path folder) {
    Map<String, Object> own = new HashMap<>();
    own.put("akka.loggers", List.of("akka.event.slf4j.Slf4jLogger"));
    own.put("akka.logging-filter", "akka.event.slf4j.Slf4jLoggingFilter");
    own.put("akka.stdout-loglevel", "OFF");
    own.put("akka.log-dead-letters", "off");
    own.put("akka.log-dead-letters-during-shutdown", "off");
    own.put("scriptorium.data-dir", folder.resolve("embedded").toString());
    String embedded = Tested.EMBEDDED.pluginId();
    String level = Tested.LEVEL.pluginId();
    String rocks = Tested.ROCKS.pluginId();
    own.put(level + ".dir", folder.resolve("leveldb").toString());
    own.put(level + ".replay-filter.mode", "off"); // as it is for the embedded journal
    own.put(rocks + ".class", RocksJournal.class.getName());
    own.put(rocks + ".dir", folder.resolve("rocksdb").toString());
    // The shape of the embedded journal: whoever asks does the plugin's work, its answers too.
    own.put(rocks + ".plugin-dispatcher", embedded + ".dispatcher");
    own.put("akka.actor.deployment.\"/" + rocks + "/*\".dispatcher", embedded + ".dispatcher");
    own.put(PINNED + ".type", "PinnedDispatcher");
    own.put(PINNED + ".executor", "thread-pool-executor");
    return ConfigFactory.parseMap(own, "the benchmark").withFallback(ConfigFactory.load());
  }

  ActorSystem system() {
    return system;
  }

  /** The journal's actor. */
  ActorRef journal(Tested journal) {
    return Persistence.get(system).journalFor(journal.pluginId(), ConfigFactory.empty());
  }

  /**
   * The plugin itself, in its actor: what is called here, Akka calls there. Nobody may use the
   * actor meanwhile.
   */
  AsyncWriteJournal plugin(Tested journal) throws InterruptedException, ExecutionException {
    ActorRefWithCell actor = (ActorRefWithCell) journal(journal);
    // Akka makes an actor some time after it has given its reference.
    do {
      Object unused = Patterns.ask(actor, new Identify(journal), LIMIT).toCompletableFuture().get();
    } while (!(actor.underlying() instanceof ActorCell));
    ActorCell cell = (ActorCell) actor.underlying();
    return (AsyncWriteJournal) cell.actor();
  }

  /** Closes every journal in good order. */
  @Override
  public void close() {
    system.terminate();
    try {
      Terminated unused =
          system
              .getWhenTerminated()
              .toCompletableFuture()
              .get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException("journals were not closed", e);
    }
  }
}
