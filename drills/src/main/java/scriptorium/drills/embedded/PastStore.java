package scriptorium.drills.embedded;

import akka.actor.typed.ActorSystem;
import com.typesafe.config.Config;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import scriptorium.actors.AsOf;
import scriptorium.actors.AsOfReply;
import scriptorium.actors.SequenceNumber;
import scriptorium.actors.Store;
import scriptorium.actors.StoreSettings;
import scriptorium.drills.command.EnvironmentException;
import scriptorium.drills.command.UsageException;
import scriptorium.persistence.segment.StoreFolder;

/**
 * A past state of a store in a folder, with the actor system it lives in. Nothing in the folder is
 * locked or changed: it may be written by another process meanwhile.
 */
public final class PastStore implements AutoCloseable {

  private final ActorSystem<Void> system;
  private final AsOf state;

  private PastStore(ActorSystem<Void> system, AsOf state) {
    this.system = system;
    this.state = state;
  }

  /**
   * Opens the state and waits for it.
   *
   * @param when a sequence number, or a time as ISO 8601 writes it with its zone
   * @param settings full configuration keys and values, above the system properties
   * @throws UsageException when {@code when} is neither, or a setting is out of range
   * @throws EnvironmentException when there is no such store, or that state cannot be made
   */
  public static PastStore open(Path folder, String name, String when, Map<String, ?> settings)
      throws InterruptedException {
    boolean isNumber = when.matches("\\d{1,18}");
    Instant time = isNumber ? Instant.EPOCH : instant(when);
    Config config = LocalStore.config(folder, name, settings);
    StoreSettings storeSettings = LocalStore.settings(config);
    Path own = StoreFolder.of(folder, name);
    if (!Files.isDirectory(own)) {
      throw new EnvironmentException("no such store: folder=" + own.toAbsolutePath(), null);
    }
    ActorSystem<Void> system = LocalStore.system(config);
    try {
      CompletionStage<AsOfReply> reply =
          isNumber
              ? Store.asOf(system, storeSettings, new SequenceNumber(Long.parseLong(when)))
              : Store.asOf(system, storeSettings, time);
      return new PastStore(system, opened(LocalStore.await(reply), when));
    } catch (ExecutionException e) {
      system.terminate();
      throw new EnvironmentException(
          "past state cannot be opened: asOf=" + when + " " + FailureText.of(e), e);
    } catch (RuntimeException | InterruptedException e) {
      system.terminate();
      throw e;
    }
  }

  private static Instant instant(String when) {
    try {
      return Instant.parse(when);
    } catch (DateTimeException e) {
      throw new UsageException(
          "option --as-of: expected a sequence number, or a time such as 2026-11-30T12:00:00Z,"
              + " found '"
              + when
              + "' (see: ./scriptorium sql --help)");
    }
  }

  private static AsOf opened(AsOfReply reply, String when) {
    if (reply instanceof AsOfReply.Opened opened) {
      return opened.state();
    }
    String why = reply.toString();
    if (reply instanceof AsOfReply.NotAvailable missing) {
      why = "there are " + missing.earliest() + " to " + missing.latest() + "; " + missing.reason();
    } else if (reply instanceof AsOfReply.Failed failed) {
      why = failed.reason();
    }
    throw new EnvironmentException("past state cannot be opened: asOf=" + when + " " + why, null);
  }

  /** The state. */
  public AsOf state() {
    return state;
  }

  @Override
  public void close() {
    state.close();
    system.terminate();
    try {
      LocalStore.await(system.getWhenTerminated());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException e) {
      system.log().warn("actor system did not stop in good order: {}", FailureText.of(e));
    }
  }
}
