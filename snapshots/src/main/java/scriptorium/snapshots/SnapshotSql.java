package scriptorium.snapshots;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import scriptorium.database.change.SequencePosition;
import scriptorium.database.change.SequencePosition.FreeSequence;
import scriptorium.database.change.SequencePosition.IdentityColumn;
import scriptorium.database.change.TableName;
import scriptorium.snapshots.script.ForbiddenStatementException;
import scriptorium.snapshots.script.ScriptReader;
import scriptorium.snapshots.script.StatementRules;

/**
 * A snapshot as plain SQL that an ordinary H2 loads with RUNSCRIPT into an empty database.
 *
 * <p>H2's own script cannot always be: after an ALTER TABLE it names a view before its table; NULL
 * in a column that is DEFAULT ON NULL comes back as the default; an invisible column gets one value
 * too many; and it grants to users that exist only inside a store. So views come after tables, each
 * after those it stands on; such clauses are put back when the rows are in; users, and what is
 * granted to them, are left out; sequences are set to where they stood. Row keys that no column
 * shows are not carried.
 *
 * <p>Statements that no script may hold are refused; what stands in rows is not looked at: {@link
 * SnapshotVerification#recomputeDigests} proves it. Holds one statement and the views, triggers,
 * comments and grants: rows pass through. Stateless.
 */
public final class SnapshotSql {
  private static final Pattern USER =
      Pattern.compile("CREATE USER (?:IF NOT EXISTS )?(\"(?:[^\"]|\"\")*\").*", Pattern.DOTALL);
  private static final Pattern OWNER = Pattern.compile(" AUTHORIZATION (\"(?:[^\"]|\"\")*\")$");
  private static final Pattern GRANTEE = Pattern.compile(" TO (\"(?:[^\"]|\"\")*\")$");

  private final SnapshotManifest manifest;
  private final Appendable out;
  private final Set<String> users = new HashSet<>();
  private final ColumnClauses clauses = new ColumnClauses();
  private final List<String> views = new ArrayList<>();
  private final List<String> triggers = new ArrayList<>();
  private final List<String> last = new ArrayList<>();

  private SnapshotSql(SnapshotManifest manifest, Appendable out) {
    this.manifest = manifest;
    this.out = out;
  }

  /**
   * Writes the statements, each ended by a semicolon and a line end, and a remark that tells that
   * they are all there.
   *
   * @throws CorruptSnapshotException if a chunk is not what the manifest says, or a statement is
   *     one that no script may hold; what was written before is not the whole
   * @throws IOException if the output fails
   */
  public static void write(SnapshotManifest manifest, ChunkSource source, Appendable out)
      throws IOException {
    SnapshotVerification.requireReadable(manifest);
    try (SectionInput in = SectionInput.open(manifest, SnapshotManifest.SCRIPT, source)) {
      new SnapshotSql(manifest, out).write(new ScriptReader(in));
    } catch (ForbiddenStatementException e) {
      throw CorruptSnapshotException.of(manifest, String.valueOf(e.getMessage()), e);
    }
  }

  private void write(ScriptReader script) throws IOException {
    out.append(
        "-- store %s at sequence number %d of %s, written by H2 %s%n"
            .formatted(
                manifest.storeId(),
                manifest.sequenceNumber(),
                manifest.time(),
                manifest.h2Version()));
    while (script.next()) {
      take(script);
    }
    for (String alter : clauses.resumed()) {
      put(alter);
    }
    for (String view : ViewOrder.of(views)) {
      put(view);
    }
    for (String trigger : triggers) {
      put(trigger);
    }
    for (String sql : last) {
      put(sql);
    }
    for (SequencePosition position : manifest.positions()) {
      put(position);
    }
    out.append("-- end of snapshot\n");
  }

  private void take(ScriptReader script) throws IOException {
    String sql = script.text();
    switch (StatementRules.judge(sql)) {
      case SCHEMA -> makeSchema(sql);
      case ROWS, LOB_AID -> put(sql);
      case VIEW -> views.add(sql);
      case TRIGGER -> triggers.add(sql);
      case LAST -> {
        Matcher grantee = GRANTEE.matcher(sql);
        if (!sql.startsWith("GRANT ") || !grantee.find() || !users.contains(grantee.group(1))) {
          last.add(sql);
        }
      }
      case SKIPPED -> {
        Matcher user = USER.matcher(sql);
        if (user.matches()) {
          users.add(user.group(1));
        }
      }
    }
  }

  private void makeSchema(String sql) throws IOException {
    Matcher owner = OWNER.matcher(sql);
    boolean ownedByUser =
        sql.startsWith("CREATE SCHEMA ") && owner.find() && users.contains(owner.group(1));
    put(ownedByUser ? sql.substring(0, owner.start()) : sql);
    for (String alter : clauses.suspended(sql)) {
      put(alter);
    }
  }

  private void put(SequencePosition position) throws IOException {
    if (position.exhausted()) {
      return; // as the script has it: there is no next value to set
    }
    String restart = " RESTART WITH " + position.next();
    if (position instanceof FreeSequence free) {
      put(
          "ALTER SEQUENCE "
              + TableName.quote(free.schema())
              + '.'
              + TableName.quote(free.sequence())
              + restart);
    } else if (position instanceof IdentityColumn identity) {
      put(
          "ALTER TABLE "
              + identity.table()
              + " ALTER COLUMN "
              + TableName.quote(identity.column())
              + restart);
    }
  }

  private void put(String sql) throws IOException {
    out.append(sql).append(";\n");
  }
}
