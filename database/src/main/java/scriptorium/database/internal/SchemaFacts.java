package scriptorium.database.internal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.h2.engine.Database;
import org.h2.engine.SessionLocal;
import org.h2.mvstore.db.MVTable;
import org.h2.schema.Schema;
import org.h2.schema.Sequence;
import org.h2.table.Column;
import org.h2.table.Table;
import org.jspecify.annotations.Nullable;
import scriptorium.database.change.SequencePosition;
import scriptorium.database.change.TableName;

/**
 * The tables and sequences of one state of the schema.
 *
 * <p>Temporary tables are left out: they belong to a session or are empty after a restart.
 */
public final class SchemaFacts {
  /** A sequence and how its position is named. */
  record NamedSequence(Sequence sequence, String schema, String name, @Nullable TableName table) {
    SequencePosition position(long next, boolean exhausted) {
      return table == null
          ? new SequencePosition.FreeSequence(schema, name, next, exhausted)
          : new SequencePosition.IdentityColumn(table, name, next, exhausted);
    }
  }

  private final long schemaVersion;
  private final Map<TableName, TableFacts> tablesByName = new HashMap<>();
  private final List<NamedSequence> sequences = new ArrayList<>();

  private final int[] mapIds;
  private final TableFacts[] tablesByMapId;

  private SchemaFacts(SessionLocal session) {
    Database database = session.getDatabase();
    schemaVersion = database.getModificationMetaId();
    for (Schema schema : database.getAllSchemasNoMeta()) {
      for (Table table : schema.getAllTablesAndViews(null)) {
        if (table instanceof MVTable stored && !table.isTemporary()) {
          addTable(new TableFacts(stored, session));
        }
      }
      for (Sequence sequence : schema.getAllSequences()) {
        if (!sequence.getBelongsToTable()) {
          sequences.add(new NamedSequence(sequence, schema.getName(), sequence.getName(), null));
        }
      }
    }
    tablesByMapId =
        tablesByName.values().stream()
            .sorted(Comparator.comparingInt(TableFacts::mapId))
            .toArray(TableFacts[]::new);
    mapIds = Arrays.stream(tablesByMapId).mapToInt(TableFacts::mapId).toArray();
  }

  private void addTable(TableFacts facts) {
    tablesByName.put(facts.name, facts);
    for (Column column : facts.table.getColumns()) {
      Sequence sequence = column.getSequence();
      if (sequence != null && sequence.getBelongsToTable()) {
        sequences.add(
            new NamedSequence(sequence, facts.name.schema(), column.getName(), facts.name));
      }
    }
  }

  /** The given facts if they still hold, else new ones. */
  public static SchemaFacts current(@Nullable SchemaFacts known, SessionLocal session) {
    long version = session.getDatabase().getModificationMetaId();
    return known != null && known.schemaVersion == version ? known : new SchemaFacts(session);
  }

  /** The table whose rows are in the map; null for a map of anything else. */
  @Nullable TableFacts byMap(int mapId) {
    int place = Arrays.binarySearch(mapIds, mapId);
    return place < 0 ? null : tablesByMapId[place];
  }

  public @Nullable TableFacts byName(TableName name) {
    return tablesByName.get(name);
  }

  /** Sorted by name, so that every copy of the database lists them alike. */
  public List<TableFacts> tables() {
    return tablesByName.values().stream()
        .sorted((left, right) -> left.name.compareTo(right.name))
        .toList();
  }

  List<NamedSequence> sequences() {
    return sequences;
  }

  @Nullable Sequence sequence(SequencePosition position) {
    if (position instanceof SequencePosition.IdentityColumn identity) {
      TableFacts facts = byName(identity.table());
      Column column = facts == null ? null : facts.table.findColumn(identity.column());
      return column == null ? null : column.getSequence();
    }
    SequencePosition.FreeSequence free = (SequencePosition.FreeSequence) position;
    return sequences.stream()
        .filter(named -> named.table() == null)
        .filter(named -> named.schema().equals(free.schema()))
        .filter(named -> named.name().equals(free.sequence()))
        .map(NamedSequence::sequence)
        .findFirst()
        .orElse(null);
  }
}
