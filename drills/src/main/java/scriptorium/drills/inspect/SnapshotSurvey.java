package scriptorium.drills.inspect;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import scriptorium.drills.inspect.StoreContents.Snapshot;
import scriptorium.persistence.files.CorruptSnapshotFileException;
import scriptorium.persistence.files.SnapshotFiles;
import scriptorium.persistence.files.UnsupportedSnapshotFileException;
import scriptorium.snapshots.CorruptSnapshotException;
import scriptorium.snapshots.SnapshotKeyException;
import scriptorium.snapshots.SnapshotManifest;
import scriptorium.snapshots.SnapshotManifestCodec;
import scriptorium.snapshots.SnapshotOutline;
import scriptorium.snapshots.SnapshotVerification;
import scriptorium.snapshots.UnsupportedSnapshotException;

/**
 * Reads the manifests of a store's snapshots and, where it is asked for, their chunks, from which
 * every table's digest is computed anew. Needs heap for a chunk and a statement. Used by one
 * thread.
 */
final class SnapshotSurvey {

  private final SnapshotFiles files;
  private final boolean proves;
  private Optional<String> damage = Optional.empty();

  SnapshotSurvey(Path dataFolder, String store, boolean proves) {
    this.files = SnapshotFiles.of(dataFolder, store);
    this.proves = proves;
  }

  /** The newest first; one that is deleted meanwhile is left out. */
  List<Snapshot> run() throws IOException {
    return run(proves);
  }

  /** The same; damage of one does not keep the others from being looked at. */
  List<Snapshot> allSurveyed() throws IOException {
    return run(false);
  }

  private List<Snapshot> run(boolean endsAtDamage) throws IOException {
    List<Snapshot> all = new ArrayList<>();
    for (SnapshotFiles.Entry entry : files.manifests()) {
      Optional<Snapshot> found = look(entry);
      found.ifPresent(all::add);
      if (endsAtDamage && damage.isPresent()) {
        return all;
      }
    }
    return all;
  }

  /** The first, with file and offset. */
  Optional<String> damage() {
    return damage;
  }

  private Optional<Snapshot> look(SnapshotFiles.Entry entry) throws IOException {
    try {
      byte[] bytes = files.manifest(entry);
      SnapshotOutline outline = SnapshotManifestCodec.outline(bytes);
      return Optional.of(look(entry, bytes, outline));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (CorruptSnapshotFileException | CorruptSnapshotException e) {
      return Optional.of(damaged(entry, entry.file(), String.valueOf(e.getMessage())));
    } catch (UnsupportedSnapshotFileException | UnsupportedSnapshotException e) {
      return Optional.of(none(entry, String.valueOf(e.getMessage())));
    }
  }

  private Snapshot look(SnapshotFiles.Entry entry, byte[] bytes, SnapshotOutline outline)
      throws IOException {
    SnapshotManifest manifest;
    try {
      manifest = SnapshotManifestCodec.decode(bytes);
    } catch (SnapshotKeyException | UnsupportedSnapshotException e) {
      // Signed or encrypted: its stored bytes can be checked, its content by 'snapshot verify'.
      String checked = proves ? checkStored(entry, outline) : missing(entry, outline);
      return snapshot(entry, outline, 0, 0, checked, false);
    }
    String problem = proves ? prove(entry, manifest) : missing(entry, outline);
    long rows = manifest.tables().stream().mapToLong(SnapshotManifest.Table::rows).sum();
    return snapshot(
        entry, outline, manifest.tables().size(), rows, problem, proves && problem.isEmpty());
  }

  private String missing(SnapshotFiles.Entry entry, SnapshotOutline outline) throws IOException {
    Set<Integer> there = files.chunks(outline.sequenceNumber(), outline.epoch());
    for (int index = 0; index < outline.chunks().size(); index++) {
      if (!there.contains(index)) {
        return damage(entry.file(), "chunk=" + index + " of it is missing");
      }
    }
    return "";
  }

  /** Each file by its own checksum first, which names the file. */
  private String checkStored(SnapshotFiles.Entry entry, SnapshotOutline outline)
      throws IOException {
    for (int index = 0; index < outline.chunks().size(); index++) {
      try {
        files.chunk(outline.sequenceNumber(), outline.epoch(), index);
      } catch (CorruptSnapshotFileException e) {
        return damage(e.file(), String.valueOf(e.getMessage()));
      } catch (NoSuchFileException e) {
        return files.manifests().contains(entry)
            ? damage(entry.file(), "chunk=" + index + " of it is missing")
            : "deleted meanwhile";
      }
    }
    return "";
  }

  private String prove(SnapshotFiles.Entry entry, SnapshotManifest manifest) throws IOException {
    String stored = checkStored(entry, manifest.outline());
    if (!stored.isEmpty()) {
      return stored;
    }
    try {
      SnapshotVerification.recomputeDigests(
          manifest, index -> files.chunk(manifest.sequenceNumber(), manifest.epoch(), index));
      return "";
    } catch (CorruptSnapshotException e) {
      return damage(entry.file(), String.valueOf(e.getMessage()));
    } catch (UnsupportedSnapshotException e) {
      return String.valueOf(e.getMessage());
    }
  }

  /** A file of a snapshot has one checksum over all of it: no place in it is known to be wrong. */
  private String damage(Path file, String reason) {
    String told = "damaged: file=" + file + " offset=0 (checksum of the whole) " + reason;
    damage = damage.isPresent() ? damage : Optional.of(told);
    return reason;
  }

  private Snapshot damaged(SnapshotFiles.Entry entry, Path file, String reason) {
    return none(entry, damage(file, reason));
  }

  private static Snapshot none(SnapshotFiles.Entry entry, String problem) {
    return new Snapshot(
        entry.sequenceNumber(), entry.savedAt(), entry.file(), 0, 0, 0, 0, problem, false);
  }

  private static Snapshot snapshot(
      SnapshotFiles.Entry entry,
      SnapshotOutline outline,
      int tables,
      long rows,
      String problem,
      boolean proved) {
    return new Snapshot(
        entry.sequenceNumber(),
        entry.savedAt(),
        entry.file(),
        outline.chunkBytes(),
        outline.chunks().size(),
        tables,
        rows,
        problem,
        proved);
  }
}
