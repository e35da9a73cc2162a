package scriptorium.database.script;

import java.util.Optional;

/**
 * A CREATE TABLE … AS query, cut in two: the table alone, and its rows.
 *
 * @param createEmpty creates the table without rows
 * @param insert puts the query's rows in; empty where the statement says WITH NO DATA
 * @param ifNotExists whether the statement does nothing when the table is there
 */
public record CreateTableAs(String createEmpty, Optional<String> insert, boolean ifNotExists) {

  /** On a line of its own: the text before may end in a comment. */
  private static final String NO_DATA = "\nWITH NO DATA";

  /** The parts of a statement without a comment at its begin; nothing if it is another one. */
  public static Optional<CreateTableAs> of(String sql) {
    TopLevelWords words = TopLevelWords.of(sql);
    int table = words.is(1, "CACHED") || words.is(1, "MEMORY") ? 2 : 1;
    int as = words.indexOf("AS", table + 1);
    if (!words.is(0, "CREATE") || !words.is(table, "TABLE") || as < 0) {
      return Optional.empty();
    }
    int count = words.count();
    boolean noData = words.are(count - 3, "WITH", "NO", "DATA");
    boolean withData = words.are(count - 2, "WITH", "DATA");
    int end = noData ? count - 3 : withData ? count - 2 : -1;
    String query = end < 0 ? words.after(as) : words.between(as, end);
    return Optional.of(
        new CreateTableAs(
            (end < 0 ? sql : words.before(end)) + NO_DATA,
            noData
                ? Optional.empty()
                : Optional.of("INSERT INTO" + words.betweenOrBracket(table, as) + '\n' + query),
            words.is(table + 1, "IF")));
  }
}
