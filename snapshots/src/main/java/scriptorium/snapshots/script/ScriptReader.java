package scriptorium.snapshots.script;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A script's statements, one after the other, in a buffer that holds the largest of them. Remarks
 * between them are left out. For one thread.
 *
 * <p>A statement ends at a semicolon outside of {@code '…'} and {@code "…"}. What this rule does
 * not know, such as a comment inside a statement, {@link StatementRules} refuses.
 */
public final class ScriptReader {
  private static final int FIRST_BYTES = 64 * 1024;
  private static final String ROWS = "INSERT INTO ";

  private final InputStream in;
  private byte[] buffer = new byte[FIRST_BYTES];
  private int from;
  private int to;
  private int next;
  private int limit;

  /** Which quotes are open where the bytes read so far end; 0 for none. */
  private byte quote;

  public ScriptReader(InputStream in) {
    this.in = in;
  }

  /** The buffer in which the statement stands until the next one is read. */
  public byte[] bytes() {
    return buffer;
  }

  /** Where it begins. */
  public int from() {
    return from;
  }

  /** Where it ends, without its semicolon. */
  public int to() {
    return to;
  }

  /** Whether it is an INSERT. */
  public boolean isRows() {
    if (to - from < ROWS.length()) {
      return false;
    }
    for (int i = 0; i < ROWS.length(); i++) {
      if (buffer[from + i] != ROWS.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /** The statement as text. */
  public String text() {
    return new String(buffer, from, to - from, StandardCharsets.UTF_8);
  }

  /**
   * Reads the next statement; false at the script's end.
   *
   * @throws ForbiddenStatementException if the script ends inside a statement
   */
  public boolean next() throws IOException {
    from = next;
    if (!skipRemarks()) {
      return false;
    }
    quote = 0;
    int end = findEnd(from);
    while (end < 0) {
      int seen = limit - from;
      if (!fill()) {
        throw new ForbiddenStatementException("the script ends inside a statement");
      }
      end = findEnd(from + seen);
    }
    to = end;
    next = end + 1;
    return true;
  }

  /** The next semicolon that ends a statement; -1 if there is none yet. */
  private int findEnd(int start) {
    byte[] bytes = buffer;
    int end = limit;
    byte open = quote;
    for (int i = start; i < end; i++) {
      byte b = bytes[i];
      if (open != 0) {
        open = b == open ? 0 : open;
      } else if (b == '\'' || b == '"') {
        open = b;
      } else if (b == ';') {
        return i;
      }
    }
    quote = open;
    return -1;
  }

  /** Goes to the first byte that is no blank and in no {@code --} remark; false at the end. */
  private boolean skipRemarks() throws IOException {
    while (true) {
      if (from == limit && !fill()) {
        return false;
      }
      byte b = buffer[from];
      if (b == '-' && (from + 1 < limit || fill()) && buffer[from + 1] == '-') {
        skipLine();
      } else if (b <= ' ' && b >= 0) {
        from++;
      } else {
        return true;
      }
    }
  }

  private void skipLine() throws IOException {
    while (from < limit || fill()) {
      if (buffer[from++] == '\n') {
        return;
      }
    }
  }

  /** Reads more behind what is there, which may move; false at the end. */
  private boolean fill() throws IOException {
    if (from > 0) {
      System.arraycopy(buffer, from, buffer, 0, limit - from);
      limit -= from;
      from = 0;
    } else if (limit == buffer.length) {
      buffer = Arrays.copyOf(buffer, 2 * buffer.length);
    }
    int part = in.read(buffer, limit, buffer.length - limit);
    if (part > 0) {
      limit += part;
    }
    return part > 0;
  }
}
