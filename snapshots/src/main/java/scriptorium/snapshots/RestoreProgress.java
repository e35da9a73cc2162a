package scriptorium.snapshots;

/** Told on the restoring thread how far a restore is, about once a mebibyte of script. */
@FunctionalInterface
public interface RestoreProgress {
  /** Nobody listens. */
  RestoreProgress NONE = (rows, scriptBytes, totalScriptBytes) -> {};

  /**
   * @param rows inserted so far
   * @param scriptBytes of the uncompressed script read so far
   * @param totalScriptBytes of the whole script
   */
  void restored(long rows, long scriptBytes, long totalScriptBytes);
}
