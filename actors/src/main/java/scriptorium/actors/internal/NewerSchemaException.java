package scriptorium.actors.internal;

/** The store has been through numbered scripts that this program has never heard of. */
final class NewerSchemaException extends SchemaRefusedException {

  private static final long serialVersionUID = 1L;

  private final int storeVersion;
  private final int programVersion;

  NewerSchemaException(int storeVersion, int programVersion, String reason) {
    super(0, Refusals.GENERAL, reason, null);
    this.storeVersion = storeVersion;
    this.programVersion = programVersion;
  }

  /** The newest script that the store has been through. */
  int storeVersion() {
    return storeVersion;
  }

  /** The newest script of this program. */
  int programVersion() {
    return programVersion;
  }
}
