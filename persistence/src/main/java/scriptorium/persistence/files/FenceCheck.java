package scriptorium.persistence.files;

/**
 * Asks whether this process may still change a store's files.
 *
 * <p>A writer that was frozen while another took over must not save or delete snapshots when it
 * thaws. The journal knows the newest epoch; whoever opens the journal for writing puts its check
 * into {@link FenceChecks}. It is called on I/O threads, right before a finished snapshot becomes
 * visible and before each deletion, and must be quick (one look for a file).
 */
@FunctionalInterface
public interface FenceCheck {
  /**
   * Returns if this process holds the store's newest epoch.
   *
   * @throws RuntimeException that names the newer epoch; the save or deletion fails with it and
   *     changes nothing
   */
  void ensureNewest();
}
