package scriptorium.database.change;

import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.h2.engine.CastDataProvider;
import org.h2.value.CompareMode;
import org.h2.value.TypeInfo;
import org.h2.value.Value;
import org.jspecify.annotations.Nullable;

/**
 * A decoded ARRAY that does not know its element type yet.
 *
 * <p>H2's own array casts its elements to a common type on the spot, and 1.5 beside 1.25 would
 * become 1.50: only the column's type may do that. Stored as what {@link #elements()} and that type
 * make of it.
 */
public final class UntypedArray extends Value {
  private final Value[] elements;

  UntypedArray(Value[] elements) {
    this.elements = elements;
  }

  /** The elements, to be copied before they are changed. */
  public Value[] elements() {
    return elements;
  }

  @Override
  public TypeInfo getType() {
    return TypeInfo.TYPE_ARRAY_UNKNOWN;
  }

  @Override
  public int getValueType() {
    return ARRAY;
  }

  @Override
  public StringBuilder getSQL(StringBuilder builder, int flags) {
    builder.append("ARRAY [");
    for (int i = 0; i < elements.length; i++) {
      elements[i].getSQL(i == 0 ? builder : builder.append(", "), flags);
    }
    return builder.append(']');
  }

  @Override
  public String getString() {
    return Stream.of(elements).map(Value::getString).collect(Collectors.joining(", ", "[", "]"));
  }

  @Override
  public int compareTypeSafe(Value other, CompareMode mode, CastDataProvider provider) {
    throw new UnsupportedOperationException("a decoded array has no order before it is stored");
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(elements);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof UntypedArray that && Arrays.equals(elements, that.elements);
  }
}
