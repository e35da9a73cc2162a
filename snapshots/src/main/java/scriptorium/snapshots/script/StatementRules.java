package scriptorium.snapshots.script;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.h2.util.StringUtils;
import org.jspecify.annotations.Nullable;
import scriptorium.database.script.Lexeme;
import scriptorium.database.script.SqlLexer;
import scriptorium.database.script.TopLevelWords;
import scriptorium.database.script.UnterminatedSqlException;

/**
 * Which statements a script may hold: an allow-list of kinds, and within them nothing that reads a
 * file, opens a connection or runs a class, but a trigger's. Stateless.
 */
public final class StatementRules {
  private static final String COMBINE = "org.h2.command.dml.ScriptCommand.combine";

  /** Letter by letter what H2 prints around LOBs of more than 4,096 bytes or characters. */
  private static final Set<String> LOB_AIDS =
      Set.of(
          "CREATE CACHED LOCAL TEMPORARY TABLE IF NOT EXISTS SYSTEM_LOB_STREAM(ID INT NOT NULL,"
              + " PART INT NOT NULL, CDATA VARCHAR, BDATA VARBINARY)",
          "ALTER TABLE SYSTEM_LOB_STREAM ADD CONSTRAINT SYSTEM_LOB_STREAM_PRIMARY_KEY PRIMARY"
              + " KEY(ID, PART)",
          "CREATE ALIAS IF NOT EXISTS SYSTEM_COMBINE_CLOB FOR '" + COMBINE + "Clob'",
          "CREATE ALIAS IF NOT EXISTS SYSTEM_COMBINE_BLOB FOR '" + COMBINE + "Blob'",
          "DROP TABLE IF EXISTS SYSTEM_LOB_STREAM",
          "DROP ALIAS IF EXISTS SYSTEM_COMBINE_CLOB",
          "DROP ALIAS IF EXISTS SYSTEM_COMBINE_BLOB");

  /** How pieces of a LOB begin. */
  public static final String LOB_ROWS = "INSERT INTO SYSTEM_LOB_STREAM ";

  /** Functions that reach out of the database. */
  private static final Set<String> REACHING_OUT =
      Set.of("FILE_READ", "FILE_WRITE", "CSVREAD", "CSVWRITE", "LINK_SCHEMA");

  private static final int LONGEST_NAMED = 60;

  private StatementRules() {}

  /**
   * Judges a statement, of which nothing has run yet.
   *
   * @param sql without its semicolon, and without blanks around it
   * @throws ForbiddenStatementException naming the kind of statement, or what is forbidden in it
   */
  public static StatementKind judge(String sql) {
    if (sql.isEmpty()) {
      return StatementKind.SKIPPED;
    }
    if (LOB_AIDS.contains(sql)) {
      return StatementKind.LOB_AID;
    }
    if (sql.startsWith("INSERT INTO ")) {
      return StatementKind.ROWS;
    }
    TopLevelWords words;
    try {
      requireOneStatement(sql);
      words = TopLevelWords.of(sql);
    } catch (UnterminatedSqlException e) {
      throw new ForbiddenStatementException(
          "a statement of the script does not end: " + named(sql));
    }
    StatementKind kind = kind(words);
    if (kind == null || hasForbiddenClause(kind, words)) {
      throw new ForbiddenStatementException(
          "the script holds a statement that no snapshot has: " + named(sql));
    }
    return kind;
  }

  private static @Nullable StatementKind kind(TopLevelWords words) {
    if (words.are(0, "CREATE", "USER")) {
      return StatementKind.SKIPPED;
    }
    if (words.are(0, "GRANT") || words.are(0, "COMMENT", "ON")) {
      return StatementKind.LAST;
    }
    if (words.are(0, "ALTER", "TABLE") || words.are(0, "ALTER", "DOMAIN")) {
      int add = words.indexOf("ADD", 2);
      return words.is(add + 1, "CONSTRAINT") && add > 0 ? StatementKind.SCHEMA : null;
    }
    return words.is(0, "CREATE") ? created(words) : null;
  }

  private static @Nullable StatementKind created(TopLevelWords words) {
    int at = 1;
    if (words.is(at, "FORCE")) {
      return words.is(2, "VIEW")
          ? StatementKind.VIEW
          : words.is(2, "TRIGGER") ? StatementKind.TRIGGER : null;
    }
    if (words.is(at, "VIEW") || words.are(at, "OR", "REPLACE", "VIEW")) {
      return StatementKind.VIEW;
    }
    if (words.is(at, "TRIGGER")) {
      return StatementKind.TRIGGER;
    }
    if (words.is(at, "MEMORY") || words.is(at, "CACHED")) {
      return words.is(2, "TABLE") ? StatementKind.SCHEMA : null;
    }
    boolean index = words.indexOf("INDEX", 1) > 0 && isIndex(words);
    boolean other =
        List.of("ROLE", "SCHEMA", "DOMAIN", "CONSTANT", "SEQUENCE", "TABLE").stream()
            .anyMatch(kind -> words.is(1, kind));
    return index || other ? StatementKind.SCHEMA : null;
  }

  private static boolean isIndex(TopLevelWords words) {
    for (int i = 1; !words.is(i, "INDEX"); i++) {
      int at = i;
      if (List.of("UNIQUE", "NULLS", "ALL", "NOT", "DISTINCT", "SPATIAL", "HASH").stream()
          .noneMatch(word -> words.is(at, word))) {
        return false;
      }
    }
    return true;
  }

  /** ENGINE and AS run code of the class path or of the script, WITH gives an engine parameters. */
  private static boolean hasForbiddenClause(StatementKind kind, TopLevelWords words) {
    if (kind == StatementKind.TRIGGER) {
      return words.indexOf("AS", 2) > 0 || words.indexOf("CALL", 2) < 0;
    }
    if (kind != StatementKind.SCHEMA) {
      return false;
    }
    boolean table = words.is(1, "TABLE") || words.is(2, "TABLE");
    return (words.is(0, "CREATE") && table && (has(words, "AS") || has(words, "ENGINE")))
        || (words.are(0, "CREATE", "SCHEMA") && has(words, "WITH"));
  }

  private static boolean has(TopLevelWords words, String word) {
    return words.indexOf(word, 2) > 0;
  }

  /**
   * H2's tokenizer must see the one statement that was cut out: no comment, no second statement, no
   * quotes but those by which it was cut. A script has no others.
   */
  private static void requireOneStatement(String sql) {
    List<Lexeme> lexemes = new ArrayList<>();
    SqlLexer lexer = new SqlLexer(new StringReader(sql));
    for (Optional<Lexeme> next = next(lexer); next.isPresent(); next = next(lexer)) {
      Lexeme lexeme = next.get();
      char first = lexeme.text().charAt(0);
      boolean foreign =
          switch (lexeme.kind()) {
            case COMMENT, SEMICOLON -> true;
            case QUOTED -> first != '\'' && first != '"';
            case WORD -> lexeme.text().equalsIgnoreCase("UESCAPE");
            case SPACE, SYMBOL -> false;
          };
      if (foreign) {
        throw new ForbiddenStatementException(
            "the script holds a statement as no snapshot has it: "
                + named(sql)
                + " with a "
                + lexeme.kind().name().toLowerCase(Locale.ROOT));
      }
      if (lexeme.kind() != Lexeme.Kind.SPACE) {
        requireNoCall(sql, lexemes, lexeme);
        lexemes.add(lexeme);
      }
    }
  }

  private static void requireNoCall(String sql, List<Lexeme> before, Lexeme lexeme) {
    if (before.isEmpty() || !lexeme.text().equals("(")) {
      return;
    }
    Lexeme callee = before.get(before.size() - 1);
    String name = callee.text().toUpperCase(Locale.ROOT);
    if (callee.kind() == Lexeme.Kind.QUOTED && name.charAt(0) == '"') {
      boolean unicode = before.size() > 2 && before.get(before.size() - 2).text().equals("&");
      String quoted = callee.text().substring(1, callee.text().length() - 1);
      name = (unicode ? StringUtils.decodeUnicodeStringSQL(quoted, '\\') : quoted);
      name = name.toUpperCase(Locale.ROOT);
    }
    if (REACHING_OUT.contains(name)) {
      throw new ForbiddenStatementException(
          "the script calls a function that no snapshot may call: " + name + " in " + named(sql));
    }
  }

  /** The begin of a statement, in which no value stands. */
  private static String named(String sql) {
    String line = sql.lines().findFirst().orElse("").strip();
    int value = line.indexOf('\'');
    String head = value < 0 ? line : line.substring(0, value);
    return head.length() <= LONGEST_NAMED ? head : head.substring(0, LONGEST_NAMED) + "…";
  }

  private static Optional<Lexeme> next(SqlLexer lexer) {
    try {
      return lexer.next();
    } catch (IOException e) {
      throw new UncheckedIOException("a text in memory cannot be read", e);
    }
  }
}
