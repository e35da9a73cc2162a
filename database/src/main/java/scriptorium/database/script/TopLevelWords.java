package scriptorium.database.script;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The keywords, unquoted names and numbers of a statement outside of all brackets, and where they
 * are: enough to find the clauses of a schema statement. Immutable.
 */
public final class TopLevelWords {
  private final String sql;
  private final List<Lexeme> words = new ArrayList<>();
  private final List<Integer> places = new ArrayList<>();
  private int firstBracket;

  private TopLevelWords(String sql) {
    this.sql = sql;
    firstBracket = sql.length();
    int depth = 0;
    int place = 0;
    SqlLexer lexer = new SqlLexer(new StringReader(sql));
    for (Optional<Lexeme> next = next(lexer); next.isPresent(); next = next(lexer)) {
      Lexeme lexeme = next.get();
      if (isSymbol(lexeme, "(")) {
        firstBracket = Math.min(firstBracket, place);
        depth++;
      } else if (isSymbol(lexeme, ")")) {
        depth--;
      } else if (depth == 0 && lexeme.kind() == Lexeme.Kind.WORD) {
        words.add(lexeme);
        places.add(place);
      }
      place += lexeme.text().length();
    }
  }

  private static boolean isSymbol(Lexeme lexeme, String symbol) {
    return lexeme.kind() == Lexeme.Kind.SYMBOL && lexeme.text().equals(symbol);
  }

  private static Optional<Lexeme> next(SqlLexer lexer) {
    try {
      return lexer.next();
    } catch (IOException e) {
      throw new UncheckedIOException("a text in memory cannot be read", e);
    }
  }

  /**
   * @throws UnterminatedSqlException where the statement ends inside a string or a comment
   */
  public static TopLevelWords of(String sql) {
    return new TopLevelWords(sql);
  }

  public int count() {
    return words.size();
  }

  /** Whether the word at an index, which may lie outside, is this one. */
  public boolean is(int index, String word) {
    return index >= 0 && index < words.size() && words.get(index).text().equalsIgnoreCase(word);
  }

  /** Whether the words from an index on are these. */
  public boolean are(int index, String... expected) {
    for (int i = 0; i < expected.length; i++) {
      if (!is(index + i, expected[i])) {
        return false;
      }
    }
    return true;
  }

  /** The index of a word at or behind another index, or -1. */
  public int indexOf(String word, int from) {
    for (int i = from; i < words.size(); i++) {
      if (is(i, word)) {
        return i;
      }
    }
    return -1;
  }

  /** The text before the word at an index. */
  public String before(int index) {
    return sql.substring(0, places.get(index));
  }

  /** The text behind the word at an index. */
  public String after(int index) {
    return sql.substring(end(index));
  }

  /** The text behind one word and before another. */
  public String between(int index, int next) {
    return sql.substring(end(index), places.get(next));
  }

  /** The same, but only up to the statement's first bracket if that comes before. */
  public String betweenOrBracket(int index, int next) {
    int from = end(index);
    int to = places.get(next);
    return sql.substring(from, firstBracket > from && firstBracket < to ? firstBracket : to);
  }

  private int end(int index) {
    return places.get(index) + words.get(index).text().length();
  }
}
