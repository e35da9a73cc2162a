package scriptorium.database.load;

import java.math.BigDecimal;
import org.h2.engine.SessionLocal;
import org.h2.table.Column;
import org.h2.util.StringUtils;
import org.h2.value.Value;
import org.h2.value.ValueBigint;
import org.h2.value.ValueBoolean;
import org.h2.value.ValueDate;
import org.h2.value.ValueDecfloat;
import org.h2.value.ValueDouble;
import org.h2.value.ValueInteger;
import org.h2.value.ValueJson;
import org.h2.value.ValueNull;
import org.h2.value.ValueNumeric;
import org.h2.value.ValueReal;
import org.h2.value.ValueTime;
import org.h2.value.ValueTimeTimeZone;
import org.h2.value.ValueTimestamp;
import org.h2.value.ValueTimestampTimeZone;
import org.h2.value.ValueUuid;
import org.h2.value.ValueVarbinary;
import org.h2.value.ValueVarchar;
import org.jspecify.annotations.Nullable;

/**
 * Makes a value of a column's type from the literal that H2's SCRIPT prints for it.
 *
 * <p>Each form is read only where it is exactly as H2 prints it. Any other, such as an interval, an
 * array, or a cast, goes to {@link ForeignLiteral}. Either way H2 assigns the value to the column's
 * type, as an INSERT would. For one thread.
 */
final class LiteralParser {
  private final SessionLocal session;
  private final LobParts lobs;
  private final SqlBytes sql;

  LiteralParser(SessionLocal session, LobParts lobs, SqlBytes sql) {
    this.session = session;
    this.lobs = lobs;
    this.sql = sql;
  }

  /** Reads one literal, and stands at the comma or bracket behind it. */
  Value read(Column column) {
    int start = sql.at;
    Value value = known(column.getType().getValueType());
    if (value == null || !atDelimiter()) {
      sql.at = start;
      sql.skipExpression();
      value = ForeignLiteral.evaluate(session, sql.text(start, sql.at));
    }
    return value.getValueType() == Value.NULL
        ? value
        : value.convertForAssignTo(column.getType(), session, column.getName());
  }

  private boolean atDelimiter() {
    int next = sql.peek();
    return next == ',' || next == ')';
  }

  private @Nullable Value known(int type) {
    int first = sql.peek();
    if (first == '\'') {
      return ValueVarchar.get(sql.quoted());
    }
    if (first == '-' || (first >= '0' && first <= '9')) {
      return number(type);
    }
    return switch (first) {
      case 'N' -> sql.skip("NULL") ? ValueNull.INSTANCE : null;
      case 'T' -> type == Value.BOOLEAN ? bool("TRUE", ValueBoolean.TRUE) : temporal(type);
      case 'F' -> bool("FALSE", ValueBoolean.FALSE);
      case 'U' -> unicodeOrUuid();
      case 'D' -> temporal(type);
      case 'J' -> text("JSON ") ? ValueJson.fromJson(sql.quoted()) : null;
      case 'X' -> text("X") ? binary() : null;
      case 'S' -> lob();
      default -> null;
    };
  }

  private @Nullable Value bool(String word, Value value) {
    return sql.skip(word) ? value : null;
  }

  /** Whether a keyword and a string follow; stands at the string then. */
  private boolean text(String keyword) {
    return sql.peek(keyword.length()) == '\'' && sql.skip(keyword);
  }

  private @Nullable Value unicodeOrUuid() {
    if (text("U&")) {
      return ValueVarchar.get(sql.quotedUnicode());
    }
    return text("UUID ") ? ValueUuid.get(sql.quoted()) : null;
  }

  private @Nullable Value temporal(int type) {
    return switch (type) {
      case Value.DATE -> text("DATE ") ? ValueDate.parse(sql.quoted()) : null;
      case Value.TIME -> text("TIME ") ? ValueTime.parse(sql.quoted(), session) : null;
      case Value.TIME_TZ ->
          text("TIME WITH TIME ZONE ") ? ValueTimeTimeZone.parse(sql.quoted(), session) : null;
      case Value.TIMESTAMP ->
          text("TIMESTAMP ") ? ValueTimestamp.parse(sql.quoted(), session) : null;
      case Value.TIMESTAMP_TZ ->
          text("TIMESTAMP WITH TIME ZONE ")
              ? ValueTimestampTimeZone.parse(sql.quoted(), session)
              : null;
      default -> null;
    };
  }

  private @Nullable Value binary() {
    String digits = sql.quoted();
    for (int i = 0; i < digits.length(); i++) {
      if (digits.charAt(i) == ' ') {
        return null;
      }
    }
    return ValueVarbinary.getNoCopy(StringUtils.convertHexToBytes(digits));
  }

  private @Nullable Value lob() {
    boolean text = sql.skip("SYSTEM_COMBINE_CLOB(");
    if (!text && !sql.skip("SYSTEM_COMBINE_BLOB(")) {
      return null;
    }
    int from = sql.at;
    while (sql.peek() >= '0' && sql.peek() <= '9') {
      sql.at++;
    }
    String id = sql.asciiText(from, sql.at);
    return sql.skip(')') && !id.isEmpty() ? lobs.take(id, text) : null;
  }

  /** A number of up to 18 digits without point needs no text. */
  private @Nullable Value number(int type) {
    int from = sql.at;
    boolean negative = sql.skip('-');
    int digits = sql.at;
    long value = 0;
    while (sql.peek() >= '0' && sql.peek() <= '9') {
      value = value * 10 + sql.peek() - '0';
      sql.at++;
    }
    int count = sql.at - digits;
    if (count == 0) {
      return null;
    }
    if (atDelimiter() && count <= 18) {
      return whole(type, negative ? -value : value);
    }
    boolean exponent = skipFraction();
    BigDecimal decimal;
    String text = sql.asciiText(from, sql.at);
    if (type == Value.DOUBLE) {
      return ValueDouble.get(Double.parseDouble(text));
    } else if (type == Value.REAL) {
      return ValueReal.get(Float.parseFloat(text));
    }
    decimal = new BigDecimal(text);
    return exponent ? ValueDecfloat.get(decimal) : ValueNumeric.get(decimal);
  }

  private static Value whole(int type, long value) {
    return type != Value.BIGINT && value == (int) value
        ? ValueInteger.get((int) value)
        : ValueBigint.get(value);
  }

  /** Goes behind point, digits and exponent; tells whether there was one. */
  private boolean skipFraction() {
    if (sql.skip('.')) {
      skipDigits();
    }
    if (sql.skip('E')) {
      if (!sql.skip('+')) {
        sql.skip('-');
      }
      skipDigits();
      return true;
    }
    return false;
  }

  private void skipDigits() {
    while (sql.peek() >= '0' && sql.peek() <= '9') {
      sql.at++;
    }
  }
}
