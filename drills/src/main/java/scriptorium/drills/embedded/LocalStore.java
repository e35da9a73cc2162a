package scriptorium.drills.embedded;

import akka.actor.BootstrapSetup;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.Behaviors;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import scriptorium.actors.Store;
import scriptorium.actors.StorePhase;
import scriptorium.actors.StoreSettings;
import scriptorium.actors.StoreStatus;
import scriptorium.drills.command.EnvironmentException;
import scriptorium.drills.command.UsageException;

/**
 * A store of this process alone, with the actor system it lives in.
 *
 * <p>Open from construction to {@link #close}, which stops the store in good order. Whatever was
 * committed before survives without it.
 */
public final class LocalStore implements AutoCloseable {

  private static final Map<String, Object> SYSTEM =
      Map.of(
          "akka.actor.provider", "local",
          "akka.loggers", List.of("akka.event.slf4j.Slf4jLogger"),
          "akka.logging-filter", "akka.event.slf4j.Slf4jLoggingFilter",
          "akka.loglevel", "INFO",
          "akka.stdout-loglevel", "OFF",
          "akka.log-dead-letters", "off",
          "akka.log-dead-letters-during-shutdown", "off");

  private static final Duration LOOK_EVERY = Duration.ofMillis(20);

  private final ActorSystem<Void> system;
  private final Store store;
  private final Duration stopTimeout;

  private LocalStore(ActorSystem<Void> system, Store store, Duration stopTimeout) {
    this.system = system;
    this.store = store;
    this.stopTimeout = stopTimeout;
  }

  /**
   * Opens the store in {@code folder/name}, creating it where there is none, and waits until it is
   * ready.
   *
   * @param settings full configuration keys and values, above the system properties
   * @throws UsageException when a setting is out of range
   * @throws EnvironmentException when the folder cannot be used, is held by another process, or
   *     holds a damaged journal; the message names it
   */
  public static LocalStore open(Path folder, String name, Map<String, ?> settings)
      throws InterruptedException {
    Config config = config(folder, name, settings);
    StoreSettings storeSettings = settings(config);
    createFolder(folder);
    return start(config, storeSettings);
  }

  /** Of a store in {@code folder/name}. */
  static Config config(Path folder, String name, Map<String, ?> settings) {
    Map<String, Object> own = new HashMap<>(SYSTEM);
    own.putAll(settings);
    own.put("scriptorium.data-dir", folder.toAbsolutePath().toString());
    own.put("scriptorium.store.name", name);
    try {
      return ConfigFactory.parseMap(own, "the command line")
          .withFallback(ConfigFactory.load(LocalReference.LOADER));
    } catch (ConfigException e) {
      throw new UsageException(String.valueOf(e.getMessage()));
    }
  }

  /** What it says about the store. */
  static StoreSettings settings(Config config) {
    try {
      return StoreSettings.load(config);
    } catch (IllegalArgumentException | ConfigException e) {
      throw new UsageException(String.valueOf(e.getMessage()));
    }
  }

  /** An actor system with these settings, which {@link #config} made. */
  static ActorSystem<Void> system(Config config) {
    return ActorSystem.create(
        Behaviors.empty(),
        "scriptorium",
        BootstrapSetup.create(
            Optional.of(LocalReference.LOADER), Optional.of(config), Optional.empty()));
  }

  private static void createFolder(Path folder) {
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new EnvironmentException(
          "data folder cannot be created: folder="
              + folder.toAbsolutePath()
              + " reason="
              + FailureText.of(e),
          e);
    }
  }

  private static LocalStore start(Config config, StoreSettings settings)
      throws InterruptedException {
    QuietLogging.hold();
    ActorSystem<Void> system = system(config);
    Duration stopTimeout = settings.recovery().stopTimeout();
    LocalStore opened;
    try {
      opened = new LocalStore(system, Store.start(system, settings), stopTimeout);
    } catch (RuntimeException e) {
      system.terminate();
      QuietLogging.release("");
      throw e;
    }
    try {
      opened.awaitReady();
      QuietLogging.release("");
      return opened;
    } catch (StillTryingException e) {
      throw opened.giveUp(String.valueOf(e.getMessage()), "store cannot be opened: ", e);
    } catch (RuntimeException | ExecutionException e) {
      throw opened.giveUp(FailureText.of(e), "", e);
    } catch (InterruptedException e) {
      system.terminate();
      throw e;
    }
  }

  /** Ends what was begun, with its last log lines, before the reason is told. */
  private EnvironmentException giveUp(String reason, String before, Exception cause) {
    terminate();
    QuietLogging.release(FailureText.withoutCause(cause));
    return new EnvironmentException(before + reason, cause);
  }

  /**
   * A store whose journal fails tries again for as long as it takes: right for a server, but a
   * person at a command wants to be told.
   */
  private void awaitReady() throws InterruptedException, ExecutionException, StillTryingException {
    CompletableFuture<StoreStatus> ready = store.ready().toCompletableFuture();
    while (true) {
      try {
        ready.get(LOOK_EVERY.toMillis(), TimeUnit.MILLISECONDS);
        return;
      } catch (TimeoutException e) {
        StoreStatus status = store.status();
        if (status.phase() == StorePhase.BACKING_OFF) {
          throw new StillTryingException(status.detail());
        }
      }
    }
  }

  /** The open store. */
  public Store store() {
    return store;
  }

  /** The actor system around it, for what runs beside the store; it ends with {@link #close}. */
  public ActorSystem<Void> system() {
    return system;
  }

  /** Stops the store and the actor system; one that does not come to an end is left behind. */
  @Override
  public void close() {
    awaitEnd(store.stop(), "store");
    terminate();
  }

  /** Waits for an answer; its failure as {@link ExecutionException}. */
  public static <T> T await(CompletionStage<T> answer)
      throws InterruptedException, ExecutionException {
    return answer.toCompletableFuture().get();
  }

  private void terminate() {
    system.terminate();
    awaitEnd(system.getWhenTerminated(), "actor system");
  }

  private void awaitEnd(CompletionStage<?> end, String what) {
    try {
      end.toCompletableFuture().get(stopTimeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      system.log().warn("{} did not stop in good order: {}", what, FailureText.of(e));
    }
  }

  private static final class StillTryingException extends Exception {

    private static final long serialVersionUID = 1L;

    StillTryingException(String reason) {
      super(reason);
    }
  }
}
