package scriptorium.actors.internal;

import akka.actor.ActorSystem;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import scriptorium.persistence.segment.SegmentLogs;

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
    Path folder = Path.of(system.settings().config().getString("scriptorium.data-dir"), store);
    return SegmentLogs.get(system).release(folder);
  }
}
