package scriptorium.contract;

import akka.actor.ActorSystem;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import scala.jdk.javaapi.FutureConverters;

/**
 * What every contract needs: how the plugin is configured, and actor systems that use it. Extend
 * one of its subclasses.
 *
 * <p>Each test uses persistence ids that nobody used before, so the storage may be the same for all
 * of them. Systems that a test started are terminated after it.
 */
public abstract class PluginContract {
  private static final Config QUIET =
      ConfigFactory.parseString(
          """
          akka {
            log-dead-letters = off
            log-dead-letters-during-shutdown = off
            coordinated-shutdown.run-by-jvm-shutdown-hook = off
            actor {
              serializers.contract-note = "scriptorium.contract.NoteSerializer"
              serialization-bindings { "scriptorium.contract.Note" = contract-note }
            }
          }
          """);

  private final List<ActorSystem> systems = new ArrayList<>();
  private Config settings = ConfigFactory.empty();
  private @Nullable ActorSystem first;

  /** Made by JUnit. */
  protected PluginContract() {}

  /**
   * The settings of an actor system that uses the plugin: its own settings, where it keeps its
   * data, and {@code akka.persistence.journal.plugin} or {@code
   * akka.persistence.snapshot-store.plugin} with the plugin's id. Whatever is not said comes from
   * the class path's {@code reference.conf}. Asked for once before each test; all systems that the
   * test starts, also those in other processes, get the same, so they share the data.
   */
  protected abstract Config config();

  /**
   * How long a test waits for an answer before it fails: 30 seconds. It says nothing about how
   * quick a plugin must be.
   */
  protected Duration patience() {
    return Duration.ofSeconds(30);
  }

  /**
   * Whether actor systems of several processes can use the same data at the same time. If not, what
   * several processes do with it is not tested.
   */
  protected boolean isShared() {
    return true;
  }

  @BeforeEach
  void readSettings() {
    settings = completed(config());
  }

  /** Settings of the plugin's author with those of the contract and of the class path. */
  static Config completed(Config config) {
    return QUIET.withFallback(config).withFallback(ConfigFactory.load()).resolve();
  }

  @AfterEach
  void terminateSystems() throws Exception {
    for (ActorSystem system : List.copyOf(systems)) {
      terminate(system);
    }
  }

  /** The settings that all systems of the running test have. */
  final Config settings() {
    return settings;
  }

  /** The test's actor system, started when first asked for. */
  final ActorSystem system() {
    ActorSystem started = first;
    if (started == null) {
      started = start(settings);
      first = started;
    }
    return started;
  }

  /** A further system over the same data, as another node would be. */
  final ActorSystem anotherSystem() {
    return start(settings);
  }

  final ActorSystem start(Config with) {
    ActorSystem system = ActorSystem.create("contract", with);
    systems.add(system);
    return system;
  }

  /** Terminates the test's system in order; {@link #system} then starts a new one. */
  final void restart() throws Exception {
    ActorSystem running = first;
    if (running != null) {
      terminate(running);
    }
    first = null;
  }

  final void terminate(ActorSystem system) throws Exception {
    systems.remove(system);
    FutureConverters.asJava(system.terminate())
        .toCompletableFuture()
        .get(patience().toMillis(), TimeUnit.MILLISECONDS);
  }

  /** A persistence id that nobody used before. */
  static String newId(String name) {
    return name + "-" + UUID.randomUUID();
  }

  /** Skips the test, and says so where nobody can miss it. */
  static void requires(boolean capability, String what) {
    if (!capability) {
      System.err.println("CONTRACT NOT TESTED: " + what);
      Assumptions.abort("not tested: " + what);
    }
  }
}
