package scriptorium.snapshots.script;

/** A script holds a statement that no script of a store's has; nothing of the statement was run. */
public final class ForbiddenStatementException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ForbiddenStatementException(String message) {
    super(message);
  }
}
