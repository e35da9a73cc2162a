package scriptorium.actors.internal;

/** A writer that begins with the state of the incarnation before it, instead of a snapshot. */
final class AdoptingStoreWriter extends StoreWriter {

  AdoptingStoreWriter(WriterContext context) {
    super(context);
  }

  @Override
  public String snapshotPluginId() {
    return LiveStates.PLUGIN;
  }
}
