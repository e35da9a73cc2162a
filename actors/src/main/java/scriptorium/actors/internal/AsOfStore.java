package scriptorium.actors.internal;

import akka.actor.Cancellable;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import scriptorium.actors.AsOf;
import scriptorium.actors.OpenView;
import scriptorium.actors.ReadReply;
import scriptorium.actors.ReadRequest;
import scriptorium.actors.SequenceNumber;
import scriptorium.actors.StorePhase;
import scriptorium.actors.StoreStatus;
import scriptorium.database.EmbeddedDatabase;

/**
 * A past state as a store that nobody writes: a database published once, and read as the present
 * one is. Safe for use by any thread.
 */
final class AsOfStore implements AsOf {

  private final OpenStore store;
  private final SequenceNumber number;
  private final Instant time;
  private final long databaseBytes;
  private final long openedNanos = System.nanoTime();
  private final DataSource dataSource;
  private final Runnable closing;
  private final AtomicBoolean closed = new AtomicBoolean();
  private volatile @Nullable Cancellable look;

  /**
   * Shows a state that nobody changes any more; its database is closed with this.
   *
   * @param closing is told once, when this is closed
   */
  AsOfStore(OpenStore store, StoreState state, Runnable closing) {
    this.store = store;
    this.number = new SequenceNumber(state.sequenceNumber());
    this.time = state.lastTime();
    this.closing = closing;
    EmbeddedDatabase database = state.database();
    this.databaseBytes = database.estimatedBytes();
    store.publication().publish(database, number.value(), () -> {});
    say(StorePhase.READY, "");
    NodeView view = new NodeView();
    view.setOpen(store);
    this.dataSource = new StoreDataSource(view, store.settings().read());
  }

  /** What calls {@link Reads#look} now and then; ends with this. */
  void lookedAfterBy(Cancellable ticks) {
    look = ticks;
    if (closed.get()) {
      ticks.cancel();
    }
  }

  /** What it holds; null once it is closed. */
  @Nullable EmbeddedDatabase database() {
    return store.publication().database();
  }

  void look() {
    store.reads().look(System.nanoTime());
  }

  String storeName() {
    return store.settings().name();
  }

  OpenView openView() {
    return new OpenView(
        OpenView.Use.AS_OF,
        Duration.ofNanos(Math.max(0, System.nanoTime() - openedNanos)),
        number,
        databaseBytes);
  }

  @Override
  public SequenceNumber sequenceNumber() {
    return number;
  }

  @Override
  public Instant time() {
    return time;
  }

  @Override
  public <T extends @Nullable Object> CompletionStage<ReadReply<T>> read(ReadRequest<T> request) {
    CompletableFuture<ReadReply<T>> answer = new CompletableFuture<>();
    Runnable cancel = store.reads().read(request, answer::complete);
    var unused =
        answer.whenComplete(
            (reply, failure) -> {
              if (failure != null) {
                cancel.run();
              }
            });
    return answer;
  }

  @Override
  public DataSource dataSource() {
    return dataSource;
  }

  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    Cancellable ticks = look;
    if (ticks != null) {
      ticks.cancel();
    }
    say(StorePhase.STOPPED, "the past state was closed");
    EmbeddedDatabase database = database();
    store.publication().withdraw();
    store.reads().stop();
    if (database != null) {
      DatabaseDisposal.discard(database);
    }
    closing.run();
  }

  private void say(StorePhase phase, String detail) {
    store.setStatus(new StoreStatus(phase, detail, number, Optional.empty()));
  }

  @Override
  public String toString() {
    return "AsOf[store=" + storeName() + ", sequenceNumber=" + number + ", time=" + time + "]";
  }
}
