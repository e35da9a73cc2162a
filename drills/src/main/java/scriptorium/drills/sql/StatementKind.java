package scriptorium.drills.sql;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import scriptorium.database.script.Lexeme;
import scriptorium.database.script.Lexeme.Kind;
import scriptorium.database.script.SqlLexer;

/**
 * Which of the store's three doors a statement takes. Only its words are looked at: a statement
 * sent to the wrong door is refused there with a reason, it cannot do harm.
 */
enum StatementKind {
  /** Reads: {@code Store.read}. */
  QUERY,
  /** Changes rows: {@code Store.write}. */
  MUTATION,
  /** Changes the schema: {@code Store.migrate}. */
  SCHEMA,
  /** Governs transaction or session, which belong to the store: not run. */
  SESSION,
  /** Begins with no word that the shell knows: not run. */
  UNKNOWN;

  private static final Map<String, StatementKind> BY_FIRST_WORD =
      Map.ofEntries(
          Map.entry("SELECT", QUERY),
          Map.entry("VALUES", QUERY),
          Map.entry("TABLE", QUERY),
          Map.entry("SHOW", QUERY),
          Map.entry("CALL", QUERY),
          Map.entry("WITH", QUERY),
          Map.entry("EXPLAIN", QUERY),
          Map.entry("INSERT", MUTATION),
          Map.entry("UPDATE", MUTATION),
          Map.entry("DELETE", MUTATION),
          Map.entry("MERGE", MUTATION),
          Map.entry("REPLACE", MUTATION),
          Map.entry("CREATE", SCHEMA),
          Map.entry("ALTER", SCHEMA),
          Map.entry("DROP", SCHEMA),
          Map.entry("TRUNCATE", SCHEMA),
          Map.entry("COMMENT", SCHEMA),
          Map.entry("GRANT", SCHEMA),
          Map.entry("REVOKE", SCHEMA),
          Map.entry("ANALYZE", SCHEMA),
          Map.entry("BEGIN", SESSION),
          Map.entry("START", SESSION),
          Map.entry("COMMIT", SESSION),
          Map.entry("ROLLBACK", SESSION),
          Map.entry("SAVEPOINT", SESSION),
          Map.entry("RELEASE", SESSION),
          Map.entry("PREPARE", SESSION),
          Map.entry("EXECUTE", SESSION),
          Map.entry("DEALLOCATE", SESSION),
          Map.entry("SET", SESSION),
          Map.entry("USE", SESSION),
          Map.entry("SHUTDOWN", SESSION),
          Map.entry("CHECKPOINT", SESSION),
          Map.entry("BACKUP", SESSION),
          Map.entry("SCRIPT", SESSION),
          Map.entry("RUNSCRIPT", SESSION));

  private static final Set<String> CHANGES = Set.of("INSERT", "UPDATE", "DELETE", "MERGE");

  /** The kind of a statement. */
  static StatementKind of(String sql) {
    SqlLexer lexer = new SqlLexer(new StringReader(sql));
    String first = firstWord(lexer);
    StatementKind kind = BY_FIRST_WORD.getOrDefault(first, UNKNOWN);
    if (kind != QUERY) {
      return kind;
    }
    return changesRows(first, restOf(lexer)) ? MUTATION : QUERY;
  }

  /** A statement's first word, in capitals; empty where it begins with none. */
  static String firstWord(String sql) {
    return firstWord(new SqlLexer(new StringReader(sql)));
  }

  private static String firstWord(SqlLexer lexer) {
    Optional<Lexeme> lexeme = next(lexer);
    while (lexeme.isPresent() && (lexeme.get().isBlank() || lexeme.get().text().equals("("))) {
      lexeme = next(lexer);
    }
    return lexeme
        .filter(found -> found.kind() == Kind.WORD)
        .map(found -> upper(found.text()))
        .orElse("");
  }

  /**
   * Whether a statement that looks like a query moves a sequence, reads from a changing statement,
   * or is one behind its WITH or EXPLAIN ANALYZE.
   */
  private static boolean changesRows(String first, List<String> words) {
    boolean mayEndInChange =
        first.equals("WITH") || (first.equals("EXPLAIN") && words.indexOf("ANALYZE") == 0);
    for (int i = 0; i < words.size(); i++) {
      List<String> here = words.subList(i, Math.min(words.size(), i + 4));
      if (movesSequence(here)
          || isDeltaTable(here)
          || (mayEndInChange && CHANGES.contains(here.get(0)))) {
        return true;
      }
    }
    return false;
  }

  private static boolean movesSequence(List<String> words) {
    return words.size() >= 2
        && (words.subList(0, 2).equals(List.of("NEXT", "VALUE"))
            || words.subList(0, 2).equals(List.of("NEXTVAL", "(")));
  }

  /** {@code FINAL TABLE (INSERT …)} and its like. */
  private static boolean isDeltaTable(List<String> words) {
    return words.size() == 4
        && Set.of("OLD", "NEW", "FINAL").contains(words.get(0))
        && words.subList(1, 3).equals(List.of("TABLE", "("))
        && CHANGES.contains(words.get(3));
  }

  private static List<String> restOf(SqlLexer lexer) {
    List<String> words = new ArrayList<>();
    for (Optional<Lexeme> lexeme = next(lexer); lexeme.isPresent(); lexeme = next(lexer)) {
      switch (lexeme.get().kind()) {
        case WORD, SYMBOL -> words.add(upper(lexeme.get().text()));
        case QUOTED -> words.add("''");
        default -> {}
      }
    }
    return words;
  }

  private static Optional<Lexeme> next(SqlLexer lexer) {
    try {
      return lexer.next();
    } catch (IOException e) {
      throw new UncheckedIOException("a text in memory cannot be read", e);
    }
  }

  private static String upper(String word) {
    return word.toUpperCase(Locale.ROOT);
  }
}
