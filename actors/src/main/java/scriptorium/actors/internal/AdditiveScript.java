package scriptorium.actors.internal;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import scriptorium.database.script.CreateTableAs;
import scriptorium.database.script.SqlStatement;
import scriptorium.database.script.SqlStatements;

/**
 * Which scripts may run on a copy before it has caught up, since they come out the same before and
 * after whatever is written meanwhile: those that only make what was not there, read nothing that
 * was, and put rows into nothing but tables of their own.
 *
 * <p>Judged by words alone, on the safe side: a script that is not recognized waits for its turn
 * and writes wait for it. That it touched nothing else is looked at after its trial ({@link
 * SchemaRun#onlyAdded}).
 */
final class AdditiveScript {

  /** They read rows, or move a sequence: what was written meanwhile may show. */
  private static final Set<String> READING =
      Set.of("SELECT", "TABLE", "FROM", "NEXT", "NEXTVAL", "CURRVAL", "CURRENT");

  private static final Set<String> MADE_WITHOUT_ROWS =
      Set.of("SCHEMA", "SEQUENCE", "DOMAIN", "TYPE");

  private AdditiveScript() {}

  /**
   * @param statements of the script
   * @param domains whether there are domains already: their defaults and checks, which no text of
   *     the script shows, may read rows
   */
  static boolean isAdditive(List<SqlStatement> statements, boolean domains) {
    boolean rows = statements.stream().anyMatch(statement -> isInsert(words(statement)));
    if (rows && domains) {
      return false;
    }
    return statements.stream().allMatch(statement -> isAdditive(statement.sql(), rows));
  }

  private static boolean isAdditive(String sql, boolean rows) {
    List<String> words = SqlStatements.firstWords(sql, Integer.MAX_VALUE);
    List<String> upper = words.stream().map(word -> word.toUpperCase(Locale.ROOT)).toList();
    if (isInsert(upper)) {
      return upper.contains("VALUES") && readsNothing(upper, 2);
    }
    if (upper.size() < 2) {
      return false;
    }
    if (upper.get(0).equals("COMMENT")) {
      return true;
    }
    if (!upper.get(0).equals("CREATE")) {
      return false;
    }
    String what = upper.get(1);
    if (what.equals("CACHED") || what.equals("MEMORY")) {
      what = upper.get(2);
    }
    if (what.equals("TABLE")) {
      return CreateTableAs.of(sql).isEmpty() && (!rows || isSelfContained(upper));
    }
    // A unique index fails over rows that are gone when its turn comes, or the other way round.
    return what.equals("VIEW")
        || what.equals("INDEX")
        || (MADE_WITHOUT_ROWS.contains(what) && readsNothing(upper, 2));
  }

  private static List<String> words(SqlStatement statement) {
    return SqlStatements.firstWords(statement.sql(), 1).stream()
        .map(word -> word.toUpperCase(Locale.ROOT))
        .toList();
  }

  private static boolean isInsert(List<String> upper) {
    return !upper.isEmpty() && upper.get(0).equals("INSERT");
  }

  /**
   * A table whose rows depend on no other's: neither its defaults, nor its checks, nor its keys.
   */
  private static boolean isSelfContained(List<String> upper) {
    int name = upper.indexOf("TABLE") + 1;
    return !upper.contains("REFERENCES") && readsNothing(upper, name);
  }

  private static boolean readsNothing(List<String> upper, int from) {
    Set<String> words = new HashSet<>(upper.subList(from, upper.size()));
    words.retainAll(READING);
    return words.isEmpty();
  }
}
