package scriptorium.database.load;

import java.io.ByteArrayOutputStream;
import java.util.HashMap;
import java.util.Map;
import org.h2.util.StringUtils;
import org.h2.value.Value;
import org.h2.value.ValueBlob;
import org.h2.value.ValueClob;

/**
 * The pieces of larger LOBs, which a script inserts into a table of its own before the row that
 * puts them together. Here no such table is made, and a LOB's pieces go with its row.
 */
final class LobParts {
  static final String INSERT = "INSERT INTO SYSTEM_LOB_STREAM VALUES(";

  private static final class Parts {
    final StringBuilder text = new StringBuilder();
    final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    int count;
  }

  private final Map<String, Parts> lobs = new HashMap<>();

  /** Reads {@code id, part, 'text' or NULL, X'bytes' or NULL)}. */
  void add(SqlBytes sql) {
    String id = digits(sql);
    sql.require(", ");
    String part = digits(sql);
    sql.require(", ");
    Parts parts = lobs.computeIfAbsent(id, any -> new Parts());
    if (!part.equals(Integer.toString(parts.count++))) {
      throw new LoadViolationException(
          "a LOB of the script lacks a piece: expected=%d found=%s"
              .formatted(parts.count - 1, part));
    }
    if (sql.skip("NULL, X")) {
      parts.bytes.writeBytes(StringUtils.convertHexToBytes(quoted(sql)));
    } else {
      boolean unicode = sql.skip("U&");
      String text = quoted(sql);
      parts.text.append(unicode ? StringUtils.decodeUnicodeStringSQL(text, '\\') : text);
      sql.require(", NULL");
    }
    sql.require(")");
  }

  private static String quoted(SqlBytes sql) {
    if (sql.peek() != '\'') {
      throw sql.unexpected("a string");
    }
    return sql.quoted();
  }

  private static String digits(SqlBytes sql) {
    int from = sql.at;
    while (sql.peek() >= '0' && sql.peek() <= '9') {
      sql.at++;
    }
    if (sql.at == from) {
      throw sql.unexpected("a number");
    }
    return sql.asciiText(from, sql.at);
  }

  /** The LOB of a number, whose pieces are forgotten herewith. */
  Value take(String id, boolean text) {
    Parts parts = lobs.remove(id);
    if (parts == null) {
      throw new LoadViolationException("a LOB of the script has no pieces: number=" + id);
    }
    return text
        ? ValueClob.createSmall(parts.text.toString())
        : ValueBlob.createSmall(parts.bytes.toByteArray());
  }
}
