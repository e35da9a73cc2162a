package scriptorium.actors;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.IntFunction;

/** Writes that share a batch: all are queued while the writer is held. */
final class Batches {

  private Batches() {}

  static List<WriteReply<Integer>> oneBatch(
      StoreFixture store, int count, IntFunction<String> sql) {
    CountDownLatch until = new CountDownLatch(1);
    var unused = store.holdWriter(until);
    List<CompletableFuture<WriteReply<Integer>>> later = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      later.add(store.writeLater(sql.apply(i)));
    }
    until.countDown();
    return later.stream().map(StoreFixture::get).toList();
  }
}
