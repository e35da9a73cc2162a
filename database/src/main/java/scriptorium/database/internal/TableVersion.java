package scriptorium.database.internal;

import java.util.HashMap;
import java.util.Map;
import org.h2.engine.SessionLocal;
import org.h2.table.Table;
import scriptorium.database.change.TableName;

/**
 * One state of a table: H2's object for it, which a rebuilt table does not keep, and the number
 * that H2 gave to the last change of its rows.
 */
public record TableVersion(Table table, long changed) {

  /** Of every table, as it is now. */
  public static Map<TableName, TableVersion> all(SessionLocal session) {
    Map<TableName, TableVersion> versions = new HashMap<>();
    for (TableFacts facts : SchemaFacts.current(null, session).tables()) {
      versions.put(
          facts.name, new TableVersion(facts.table, facts.table.getMaxDataModificationId()));
    }
    return versions;
  }
}
