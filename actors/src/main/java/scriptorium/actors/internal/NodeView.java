package scriptorium.actors.internal;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import scriptorium.actors.SequenceNumber;
import scriptorium.actors.StorePhase;
import scriptorium.actors.StoreStatus;
import scriptorium.actors.WriteReply;
import scriptorium.actors.WriteRequest;

/**
 * What a node knows of its store at this moment: the open store, while it is on this node, and else
 * who writes. Set by the node's actors, read by any thread.
 */
public final class NodeView {

  private final CompletableFuture<StoreStatus> ready = new CompletableFuture<>();
  private volatile @Nullable OpenStore open;
  private volatile StoreDoor.Elsewhere elsewhere = new Nobody();
  private volatile StoreStatus seen =
      new StoreStatus(StorePhase.STARTING, "", SequenceNumber.NONE, Optional.empty());

  @Nullable OpenStore open() {
    return open;
  }

  /** The store opens on this node, or (null) is no longer on it. */
  void setOpen(@Nullable OpenStore store) {
    open = store;
    if (store != null) {
      var unused =
          store
              .ready()
              .whenComplete(
                  (status, failure) -> {
                    if (failure != null) {
                      ready.completeExceptionally(failure);
                    } else {
                      ready.complete(status);
                    }
                  });
    }
  }

  StoreDoor.Elsewhere elsewhere() {
    return elsewhere;
  }

  void setElsewhere(StoreDoor.Elsewhere door) {
    elsewhere = door;
  }

  /** The store is served by another node. */
  void setSeen(StoreStatus status) {
    seen = status;
    if (status.phase() == StorePhase.READY) {
      ready.complete(status);
    }
  }

  StoreStatus status() {
    OpenStore here = open;
    return here != null ? here.status() : seen;
  }

  CompletableFuture<StoreStatus> ready() {
    return ready;
  }

  /** Nobody is known. */
  private final class Nobody implements StoreDoor.Elsewhere {
    @Override
    public <T extends @Nullable Object> void write(
        WriteRequest<T> request, Consumer<WriteReply<T>> replyTo) {
      StoreStatus now = status();
      replyTo.accept(new WriteReply.NotReady<>(now.phase(), now.detail()));
    }
  }
}
