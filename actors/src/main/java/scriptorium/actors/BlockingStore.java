package scriptorium.actors;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import scala.concurrent.BlockContext;

/**
 * A store whose calls wait for their replies: for scripts, tests and threads of one's own. From
 * {@link Store#blocking()}. Safe for use by any thread that may block.
 *
 * <pre>{@code
 * BlockingStore store = Store.start(system, settings).blocking();
 * store.ready();
 * int added = store.write("add", connection -> ...).orThrow().value();
 * }</pre>
 *
 * <p><b>Time.</b> A call waits at most the limit. When that is over, or the thread is interrupted,
 * it gives up waiting and nothing else: what was sent goes on. Each method says what it answers
 * then. An interruption is left set on the thread.
 *
 * <p><b>Where not.</b> Waiting on a thread of an Akka dispatcher (a fork-join one, as the default
 * is) or of the store itself would take it from those whose reply is awaited; such calls throw
 * {@link IllegalStateException} before anything is sent. In actors use {@code context.ask} or
 * {@code pipeToSelf}, or a dispatcher of type thread-pool-executor for what blocks.
 */
public final class BlockingStore {

  private static final String STORE_THREADS = "scriptorium-";

  private final Store store;
  private final Duration limit;

  BlockingStore(Store store, Duration limit) {
    if (limit.isNegative() || limit.isZero()) {
      throw new IllegalArgumentException("limit must be positive: limit=" + limit);
    }
    this.store = store;
    this.limit = limit;
  }

  /**
   * Waits until the store is first {@link StorePhase#READY} as seen from this node.
   *
   * @throws IllegalStateException with phase and detail, where it ended for good before or the
   *     limit is over
   */
  public StoreStatus ready() {
    return waitFor(
        store::ready,
        end -> {
          throw notReached(end);
        });
  }

  /** Writes with a new txId and the store's own limits; see {@link #write(WriteRequest)}. */
  public <T extends @Nullable Object> WriteReply<T> write(String label, Mutation<T> mutation) {
    return write(store.request(label, mutation));
  }

  /**
   * Writes. When the limit is over first, the reply is {@link WriteReply.Unknown} with the txId:
   * the write goes on, {@link #outcome} tells what became of it, {@link #cancel} stops it, and sent
   * again with this txId it runs at most once. A thread that is interrupted already sends nothing:
   * {@link WriteReply.Cancelled}.
   */
  public <T extends @Nullable Object> WriteReply<T> write(WriteRequest<T> request) {
    if (Thread.currentThread().isInterrupted()) {
      return new WriteReply.Cancelled<>(Duration.ZERO, limit, true);
    }
    return waitFor(
        () -> store.write(request), end -> new WriteReply.Unknown<>(request.txId(), end.reason()));
  }

  /**
   * Stops a write that waits or runs: {@link Store#cancel}. When the limit is over first, {@link
   * CancelReply.TooLate} with {@link WriteReply.Unknown}.
   */
  public CancelReply cancel(UUID txId) {
    return waitFor(
        () -> store.cancel(txId),
        end -> new CancelReply.TooLate(new WriteReply.Unknown<>(txId, end.reason())));
  }

  /** What became of a write. When the limit is over first, {@link Outcome.NotNow}. */
  public Outcome outcome(UUID txId) {
    return waitFor(
        () -> store.outcome(txId),
        end -> new Outcome.NotNow(end.status().phase(), end.status().writer(), end.reason()));
  }

  /** Reads what is latest; see {@link #read(ReadRequest)}. */
  public <T extends @Nullable Object> ReadReply<T> read(Query<T> query) {
    return read(ReadRequest.of(query));
  }

  /** Reads at a level; see {@link #read(ReadRequest)}. */
  public <T extends @Nullable Object> ReadReply<T> read(ReadLevel level, Query<T> query) {
    return read(ReadRequest.of(query).withLevel(level));
  }

  /**
   * Reads a view of one point in time, as {@link Store#read(ReadRequest)} does, but on the calling
   * thread: the quickest way to read. It waits there for its level and its permit as long as the
   * store's settings say; the query is stopped when its own time, the store's or this limit is
   * over, and the thread interrupted where that does not end it.
   */
  public <T extends @Nullable Object> ReadReply<T> read(ReadRequest<T> request) {
    refuseThreadsThatMustNotBlock();
    Duration own = request.timeout().orElse(limit);
    return store.readHere(request.withTimeout(own.compareTo(limit) < 0 ? own : atLeastOneMilli()));
  }

  private Duration atLeastOneMilli() {
    return limit.toMillis() < 1 ? Duration.ofMillis(1) : limit;
  }

  /**
   * Applies schema scripts: {@link Store#migrate}. When the limit is over first, {@link
   * MigrationReply.Unknown}: they may still be applied; migrate again to find out.
   */
  public MigrationReply migrate(List<SchemaScript> scripts) {
    return waitFor(
        () -> store.migrate(scripts), end -> new MigrationReply.Unknown("", end.reason()));
  }

  /**
   * Takes a snapshot. When the limit is over first, {@link SnapshotReply.NotNow}: it may still be
   * taken.
   */
  public SnapshotReply snapshot() {
    return waitFor(
        store::snapshot, end -> new SnapshotReply.NotNow(end.status().phase(), end.reason()));
  }

  /**
   * Stops the store: {@link Store#stop}.
   *
   * @throws IllegalStateException where the limit is over first; it goes on stopping
   */
  public void stop() {
    var unused =
        waitFor(
            store::stop,
            end -> {
              throw notReached(end);
            });
  }

  /**
   * Why a call gave up waiting.
   *
   * @param reason for people
   * @param status what the store did then
   * @param cause what ended it
   */
  private record End(String reason, StoreStatus status, Exception cause) {}

  private <R> R waitFor(Call<R> call, Function<End, R> givenUp) {
    refuseThreadsThatMustNotBlock();
    try {
      return call.send().toCompletableFuture().get(limit.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      return givenUp.apply(end("no reply within limit=" + limit + "; what was sent goes on", e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return givenUp.apply(end("interrupted while waiting; what was sent goes on", e));
    } catch (ExecutionException e) {
      return givenUp.apply(end("no reply: " + e.getCause(), e));
    }
  }

  private End end(String reason, Exception cause) {
    return new End(reason, store.status(), cause);
  }

  private static IllegalStateException notReached(End end) {
    return new IllegalStateException(
        end.reason() + ": phase=" + end.status().phase() + " detail=" + end.status().detail(),
        end.cause());
  }

  private static void refuseThreadsThatMustNotBlock() {
    Thread thread = Thread.currentThread();
    if (thread instanceof BlockContext || thread.getName().startsWith(STORE_THREADS)) {
      throw new IllegalStateException(
          "a blocking call where none may block: thread="
              + thread.getName()
              + "; use the CompletionStages of Store there, or call from a thread of your own");
    }
  }

  /** Sends what is waited for. */
  private interface Call<R> {
    CompletionStage<R> send();
  }
}
