package scriptorium.database.internal;

import org.h2.expression.Expression;
import org.h2.expression.TimeZoneOperation;
import org.h2.expression.function.DateTimeFormatFunction;
import org.h2.expression.function.ToCharFunction;
import org.h2.value.TypeInfo;
import org.h2.value.Value;
import org.jspecify.annotations.Nullable;

/**
 * Whether an expression comes out differently in another time zone of the session: where H2 goes
 * between times with and without a zone, in either direction, or compares them. Only types are
 * looked at, so it errs on the side of yes. H2 itself says of AT TIME ZONE whether it does.
 */
final class ZoneDependence {

  private ZoneDependence() {}

  /** Whether the value of a column does, which is the expression's, converted to its type. */
  static boolean of(Expression expression, TypeInfo column) {
    return converts(column, expression.getType()) || within(expression);
  }

  private static boolean within(Expression expression) {
    if (expression instanceof DateTimeFormatFunction || expression instanceof ToCharFunction) {
      return true; // they also go by the locale
    }
    boolean zoned = false;
    boolean plain = false;
    for (int i = 0; i < expression.getSubexpressionCount(); i++) {
      Expression part = expression.getSubexpression(i);
      boolean names = expression instanceof TimeZoneOperation && i > 0; // a zone by its name
      if (within(part) || (!names && converts(expression.getType(), part.getType()))) {
        return true;
      }
      zoned |= isZoned(part.getType());
      plain |= isPlain(part.getType());
    }
    return zoned && plain;
  }

  private static boolean converts(@Nullable TypeInfo to, @Nullable TypeInfo from) {
    return (isZoned(to) && (isPlain(from) || isText(from))) || (isPlain(to) && isZoned(from));
  }

  private static boolean isZoned(@Nullable TypeInfo type) {
    return switch (type == null ? Value.NULL : type.getValueType()) {
      case Value.TIMESTAMP_TZ, Value.TIME_TZ -> true;
      default -> false;
    };
  }

  private static boolean isPlain(@Nullable TypeInfo type) {
    return switch (type == null ? Value.NULL : type.getValueType()) {
      case Value.DATE, Value.TIME, Value.TIMESTAMP -> true;
      default -> false;
    };
  }

  private static boolean isText(@Nullable TypeInfo type) {
    return switch (type == null ? Value.NULL : type.getValueType()) {
      case Value.VARCHAR, Value.CHAR, Value.VARCHAR_IGNORECASE, Value.CLOB -> true;
      default -> false;
    };
  }
}
