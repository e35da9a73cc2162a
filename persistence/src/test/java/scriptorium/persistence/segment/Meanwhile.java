package scriptorium.persistence.segment;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.function.Consumer;

/** What others do to a store while a writer of it is frozen. */
@SuppressWarnings("ImmutableEnumChecker") // lambdas that hold nothing
enum Meanwhile {
  /** Nobody is there. */
  NOTHING(store -> {}),
  /** Somebody claims, and does not write yet. */
  CLAIM(SharedStore::claim),
  /** Somebody claims and writes. */
  CLAIM_AND_WRITE(
      store -> {
        SegmentLog log = store.claim();
        store.append(log, 0);
        store.append(log, 0);
      }),
  /** Somebody claims, writes so much that segments are full, and deletes all but the last. */
  CLAIM_ROLL_AND_DELETE(
      store -> {
        SegmentLog log = store.claim();
        rollAndDelete(store, log);
        store.append(log, 0);
      }),
  /** Somebody claims, is killed before it writes, and somebody else claims. */
  CLAIM_TWICE(
      store -> {
        store.claim().release();
        store.append(store.claim(), 0);
      }),
  /** Somebody is killed between its marker and its opening frame. */
  MARKER_ONLY(Meanwhile::leaveMarker),
  /** That, and somebody else claims after it. */
  MARKER_AND_CLAIM(
      store -> {
        leaveMarker(store);
        store.append(store.claim(), 0);
      }),
  /** The writer of before, if it still lives, writes. */
  OLD_ONE_WRITES(store -> store.logs().forEach(log -> store.append(log, 0))),
  /** It fills segments and deletes. */
  OLD_ONE_ROLLS_AND_DELETES(store -> store.logs().forEach(log -> rollAndDelete(store, log))),
  /** It ends in order. */
  OLD_ONE_SEALS(store -> store.logs().forEach(SegmentLog::close));

  private final Consumer<SharedStore> deed;

  Meanwhile(Consumer<SharedStore> deed) {
    this.deed = deed;
  }

  /** Whether it is done by a writer that was there before. */
  boolean isByOldOne() {
    return name().startsWith("OLD_ONE");
  }

  void happens(SharedStore store) {
    deed.accept(store);
  }

  private static void rollAndDelete(SharedStore store, SegmentLog log) {
    boolean acknowledged = true;
    for (int i = 0; i < 4 && acknowledged; i++) {
      acknowledged = store.append(log, SharedStore.LARGE);
    }
    if (acknowledged) {
      log.deleteTo(log.highestSequenceNumber() - 1);
    }
  }

  private static void leaveMarker(SharedStore store) {
    LogFiles files = SteppedFiles.plain();
    try {
      long next = EpochMarkers.newest(files.list(store.folder)) + 1;
      new EpochMarkers(store.folder, files)
          .claim(next, new Claimant("killed", 1, Instant.EPOCH), epoch -> {});
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
