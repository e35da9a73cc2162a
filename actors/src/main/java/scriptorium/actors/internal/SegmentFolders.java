package scriptorium.actors.internal;

import akka.actor.ActorSystem;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import scriptorium.persistence.files.FenceChecks;
import scriptorium.persistence.segment.SegmentLogs;
import scriptorium.persistence.segment.StoreFolder;

/** The embedded journal's folder of a store, where that journal is the one in use. */
final class SegmentFolders {

  private static final String SEGMENT_JOURNAL = "scriptorium.journal";

  private SegmentFolders() {}

  /**
   * Seals the log and gives the folder up, so that another process, or a later start, may open it.
   */
  static CompletionStage<Void> release(ActorSystem system, String store) {
    if (!PluginIds.journal(system).equals(SEGMENT_JOURNAL)) {
      return CompletableFuture.completedStage(null);
    }
    return SegmentLogs.get(system).release(folder(system, store));
  }

  /** Lets the snapshot store ask, before it saves or deletes, whether this is still the writer. */
  static void fence(ActorSystem system, String store) {
    if (PluginIds.journal(system).equals(SEGMENT_JOURNAL)) {
      Path folder = folder(system, store);
      FenceChecks.of(system).set(store, () -> SegmentLogs.get(system).checkNewest(folder));
    }
  }

  /**
   * Passes while this process is the newest writer of the store, throws otherwise; null where the
   * journal in use cannot tell.
   */
  static @Nullable Runnable newestCheck(ActorSystem system, String store) {
    if (!PluginIds.journal(system).equals(SEGMENT_JOURNAL)) {
      return null;
    }
    Path folder = folder(system, store);
    return () -> SegmentLogs.get(system).checkNewest(folder);
  }

  /**
   * Tells the journal, before it is asked for its end, up to which number a snapshot that was
   * restored and proven holds the events; 0: none.
   */
  static void trustSnapshot(ActorSystem system, String store, long sequenceNumber) {
    if (PluginIds.journal(system).equals(SEGMENT_JOURNAL)) {
      SegmentLogs.get(system).trustSnapshot(folder(system, store), sequenceNumber);
    }
  }

  /** The journal's last number as the newest recovery found it; 0 where it cannot be told. */
  static long recoveredTo(ActorSystem system, String store) {
    return PluginIds.journal(system).equals(SEGMENT_JOURNAL)
        ? SegmentLogs.get(system).recoveredTo(folder(system, store))
        : 0;
  }

  /** How many frames have been read to find the journal's end; rises while they are. */
  static long framesRead(ActorSystem system, String store) {
    return PluginIds.journal(system).equals(SEGMENT_JOURNAL)
        ? SegmentLogs.get(system).framesRead(folder(system, store))
        : 0;
  }

  private static Path folder(ActorSystem system, String store) {
    return StoreFolder.of(
        Path.of(system.settings().config().getString("scriptorium.data-dir")), store);
  }
}
