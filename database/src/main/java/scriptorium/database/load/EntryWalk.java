package scriptorium.database.load;

import org.h2.index.Index;
import org.h2.mvstore.Cursor;
import org.h2.mvstore.db.MVDelegateIndex;
import org.h2.mvstore.db.MVPrimaryIndex;
import org.h2.mvstore.db.MVSecondaryIndex;
import org.h2.result.SearchRow;
import org.h2.value.Value;
import org.h2.value.VersionedValue;
import org.jspecify.annotations.Nullable;

/** The entries of an index in its order, as they lie in its tree; all of them committed. */
interface EntryWalk {

  /** The next entry; null behind the last. */
  @Nullable SearchRow next();

  static boolean isReadable(Index index) {
    return index instanceof MVDelegateIndex
        || (index instanceof MVSecondaryIndex && !index.getIndexType().isSpatial());
  }

  /** The keys of an index, or the rows of the table where its rows are the index. */
  static EntryWalk of(Index index) {
    if (index instanceof MVSecondaryIndex secondary) {
      Cursor<SearchRow, VersionedValue<Value>> keys = secondary.getMVMap().cursor(null);
      return () -> keys.hasNext() ? keys.next() : null;
    }
    MVPrimaryIndex primary = (MVPrimaryIndex) index.getTable().getScanIndex(null);
    Cursor<Long, VersionedValue<SearchRow>> rows = primary.getMVMap().cursor(null);
    return () -> {
      if (!rows.hasNext()) {
        return null;
      }
      rows.next();
      return rows.getValue().getCurrentValue();
    };
  }
}
