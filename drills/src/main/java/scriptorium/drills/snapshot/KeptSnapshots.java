package scriptorium.drills.snapshot;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import scriptorium.drills.command.EnvironmentException;
import scriptorium.keys.Protection;
import scriptorium.persistence.files.CorruptSnapshotFileException;
import scriptorium.persistence.files.SnapshotFiles;
import scriptorium.persistence.files.UnsupportedSnapshotFileException;
import scriptorium.persistence.segment.StoreFolder;
import scriptorium.snapshots.ChunkSource;
import scriptorium.snapshots.CorruptSnapshotException;
import scriptorium.snapshots.SnapshotKeyException;
import scriptorium.snapshots.SnapshotManifest;
import scriptorium.snapshots.SnapshotManifestCodec;
import scriptorium.snapshots.SnapshotOutline;
import scriptorium.snapshots.UnsupportedSnapshotException;

/** The snapshots in a store's folder, read beside whoever runs the store; changes nothing. */
final class KeptSnapshots {

  private final SnapshotFiles files;
  private final Protection protection;
  private final String store;

  private KeptSnapshots(SnapshotFiles files, Protection protection, String store) {
    this.files = files;
    this.protection = protection;
    this.store = store;
  }

  static KeptSnapshots of(Path folder, String store, Protection protection) {
    Path own = StoreFolder.of(folder, store);
    if (!Files.isDirectory(own)) {
      throw new EnvironmentException("no such store: folder=" + own.toAbsolutePath(), null);
    }
    return new KeptSnapshots(SnapshotFiles.of(folder, store), protection, store);
  }

  /** All of them, the newest first; one that is deleted meanwhile is left out. */
  List<KeptSnapshot> all() throws IOException {
    List<KeptSnapshot> all = new ArrayList<>();
    for (SnapshotFiles.Entry entry : files.manifests()) {
      readIfThere(entry).ifPresent(all::add);
    }
    return all;
  }

  /**
   * The one with this number, or the newest.
   *
   * @throws SnapshotRefusal that names those there are
   */
  KeptSnapshot find(OptionalLong number) throws IOException {
    List<KeptSnapshot> all = all();
    for (KeptSnapshot kept : all) {
      if (number.isEmpty() || kept.number() == number.getAsLong()) {
        return kept;
      }
    }
    String numbers =
        all.stream().map(kept -> Long.toString(kept.number())).collect(Collectors.joining(", "));
    throw new SnapshotRefusal(
        "no such snapshot: store=%s sequenceNumber=%s; there %s"
            .formatted(
                store,
                number.isPresent() ? Long.toString(number.getAsLong()) : "newest",
                all.isEmpty() ? "is none" : "are " + numbers));
  }

  private Optional<KeptSnapshot> readIfThere(SnapshotFiles.Entry entry) throws IOException {
    try {
      return Optional.of(read(entry));
    } catch (NoSuchFileException deletedMeanwhile) {
      return Optional.empty();
    }
  }

  private KeptSnapshot read(SnapshotFiles.Entry entry) throws IOException {
    Optional<byte[]> manifest = Optional.empty();
    Optional<SnapshotOutline> outline = Optional.empty();
    try {
      manifest = Optional.of(files.manifest(entry));
      outline = Optional.of(SnapshotManifestCodec.outline(manifest.get()));
      SnapshotManifest contents = SnapshotManifestCodec.decode(manifest.get(), protection);
      return new KeptSnapshot(
          entry, manifest, outline, Optional.of(contents), missingChunks(contents.outline()));
    } catch (CorruptSnapshotFileException
        | UnsupportedSnapshotFileException
        | CorruptSnapshotException
        | UnsupportedSnapshotException
        | SnapshotKeyException e) {
      return new KeptSnapshot(
          entry, manifest, outline, Optional.empty(), String.valueOf(e.getMessage()));
    }
  }

  private String missingChunks(SnapshotOutline outline) throws IOException {
    Set<Integer> there = files.chunks(outline.sequenceNumber(), outline.epoch());
    int chunks = outline.chunks().size();
    for (int index = 0; index < chunks; index++) {
      if (!there.contains(index)) {
        return "chunk=" + index + " is missing";
      }
    }
    return "";
  }

  /** Where a snapshot's chunks come from; whoever reads them checks them. */
  ChunkSource chunks(SnapshotOutline outline) {
    return index -> {
      try {
        return files.chunk(outline.sequenceNumber(), outline.epoch(), index);
      } catch (CorruptSnapshotFileException | UnsupportedSnapshotFileException e) {
        throw new IOException(e.getMessage(), e);
      }
    };
  }
}
