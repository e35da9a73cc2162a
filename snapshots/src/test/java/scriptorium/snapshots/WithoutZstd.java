package scriptorium.snapshots;

import scriptorium.database.DatabaseSettings;

/** Run in a process whose zstd library cannot be loaded. */
final class WithoutZstd {
  private WithoutZstd() {}

  /** Dumps and restores as settings say by themselves, then tries what zstd is needed for. */
  public static void main(String[] args) throws Exception {
    MemoryChunks chunks = new MemoryChunks();
    try (Library original = Library.rich()) {
      SnapshotManifest manifest = original.dump(chunks, DumpSettings.DEFAULT);
      System.out.println("compression=" + manifest.compression());
      try (Library restored = Library.restore(manifest, chunks)) {
        restored.expectSameAs(original);
        System.out.println("restored");
      }
    }
    try {
      MemoryChunks foreign = new MemoryChunks();
      SnapshotManifest manifest = Golden.read("zstd.snapshot", foreign);
      new ScriptRestore(DatabaseSettings.defaults(), RestoreProgress.NONE)
          .run(Library.STORE, manifest, foreign);
    } catch (UnsupportedSnapshotException e) {
      System.out.println(e.getMessage());
    }
  }
}
