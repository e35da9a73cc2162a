package scriptorium.database;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import scriptorium.database.change.TableName;
import scriptorium.database.internal.TableVersion;

/**
 * What the tables of a database were at a moment, to find those that a schema script touches.
 * Immutable. Keeps what the database has thrown away since, so it is to be let go of soon.
 */
public final class TableVersions {
  private final Map<TableName, TableVersion> versions;

  TableVersions(Map<TableName, TableVersion> versions) {
    this.versions = versions;
  }

  /** The tables that are new, were made anew or had a row changed since then. */
  public Set<TableName> changedSince(TableVersions before) {
    Set<TableName> changed = new HashSet<>();
    versions.forEach(
        (name, now) -> {
          if (!now.equals(before.versions.get(name))) {
            changed.add(name);
          }
        });
    return changed;
  }

  /** Whether a table of this name was there. */
  public boolean contains(TableName name) {
    return versions.containsKey(name);
  }
}
