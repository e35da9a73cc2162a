package scriptorium.drills.sql;

import java.io.IOException;
import java.io.Reader;
import java.util.Optional;
import scriptorium.drills.sql.Lexeme.Kind;

/**
 * Cuts a text into lexemes by the rules of H2's own tokenizer, as far as they decide where a
 * statement ends: {@code '…'}, {@code "…"}, {@code `…`}, {@code $$…$$}, {@code --} and {@code //}
 * to the end of the line, nested {@code /* *}{@code /}.
 *
 * <p>A doubled quote needs no rule: {@code 'it''s'} is two strings side by side. It never reads
 * beyond a semicolon or a line end, so that a person at a prompt, or a program at a pipe, gets an
 * answer without typing the next line first.
 */
final class SqlLexer {

  private static final int END = -1;
  private static final int NOTHING = -2;

  private final Reader in;
  private int pushedBack = NOTHING;
  private int line = 1;

  SqlLexer(Reader in) {
    this.in = in;
  }

  /**
   * The next lexeme, nothing at the end of the text.
   *
   * @throws UnterminatedSqlException when the text ends inside one
   */
  Optional<Lexeme> next() throws IOException {
    int start = line;
    int c = read();
    if (c == END) {
      return Optional.empty();
    }
    StringBuilder text = new StringBuilder().append((char) c);
    return Optional.of(new Lexeme(scan((char) c, text, start), text.toString(), start));
  }

  /** What is left of the line, without its end. */
  String restOfLine() throws IOException {
    StringBuilder text = new StringBuilder();
    toLineEnd(text);
    return text.toString();
  }

  private Kind scan(char c, StringBuilder text, int start) throws IOException {
    if (c == ';') {
      return Kind.SEMICOLON;
    }
    if (c <= ' ' || Character.isSpaceChar(c)) {
      return Kind.SPACE;
    }
    if (c == '\'' || c == '"' || c == '`') {
      return quoted(c, text, start);
    }
    if (c == '$' && readIf('$', text)) {
      return dollarQuoted(text, start);
    }
    if ((c == '-' && readIf('-', text)) || (c == '/' && readIf('/', text))) {
      toLineEnd(text);
      return Kind.COMMENT;
    }
    if (c == '/' && readIf('*', text)) {
      return blockComment(text, start);
    }
    if (c != '$' && Character.isJavaIdentifierPart(c)) {
      return word(text);
    }
    return Kind.SYMBOL;
  }

  private Kind quoted(char quote, StringBuilder text, int start) throws IOException {
    for (int c = read(); c != END; c = read()) {
      text.append((char) c);
      if (c == quote) {
        return Kind.QUOTED;
      }
    }
    throw new UnterminatedSqlException(String.valueOf(quote), start);
  }

  private Kind dollarQuoted(StringBuilder text, int start) throws IOException {
    for (int c = read(); c != END; c = read()) {
      text.append((char) c);
      if (c == '$' && readIf('$', text)) {
        return Kind.QUOTED;
      }
    }
    throw new UnterminatedSqlException("$$", start);
  }

  private Kind blockComment(StringBuilder text, int start) throws IOException {
    int depth = 1;
    for (int c = read(); c != END; c = read()) {
      text.append((char) c);
      if (c == '*' && readIf('/', text)) {
        depth--;
      } else if (c == '/' && readIf('*', text)) {
        depth++;
      }
      if (depth == 0) {
        return Kind.COMMENT;
      }
    }
    throw new UnterminatedSqlException("/*", start);
  }

  private Kind word(StringBuilder text) throws IOException {
    int c = read();
    while (c != END && Character.isJavaIdentifierPart(c)) {
      text.append((char) c);
      c = read();
    }
    unread(c);
    return Kind.WORD;
  }

  private void toLineEnd(StringBuilder text) throws IOException {
    int c = read();
    while (c != END && c != '\n' && c != '\r') {
      text.append((char) c);
      c = read();
    }
    unread(c);
  }

  private boolean readIf(char expected, StringBuilder text) throws IOException {
    int c = read();
    if (c == expected) {
      text.append(expected);
      return true;
    }
    unread(c);
    return false;
  }

  private int read() throws IOException {
    int c = pushedBack;
    pushedBack = NOTHING;
    if (c == NOTHING) {
      c = in.read();
    }
    if (c == '\n') {
      line++;
    }
    return c;
  }

  private void unread(int c) {
    pushedBack = c;
    if (c == '\n') {
      line--;
    }
  }
}
