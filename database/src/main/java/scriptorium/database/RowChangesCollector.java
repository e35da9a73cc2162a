package scriptorium.database;

import com.esotericsoftware.kryo.io.Input;
import scriptorium.database.change.ChangeSink;
import scriptorium.database.change.RowChanges;
import scriptorium.database.change.RowChangesCodec;

/** Decodes captured changes on the spot, where somebody wants them as values. */
final class RowChangesCollector implements ChangeSink {
  private RowChanges changes = RowChanges.NONE;

  @Override
  public void part(byte[] bytes, int length) {
    throw new IllegalStateException("a part where all was to come in one: length=" + length);
  }

  @Override
  public void last(byte[] bytes, int length) {
    changes = RowChangesCodec.read(new Input(bytes, 0, length));
  }

  RowChanges changes() {
    return changes;
  }
}
