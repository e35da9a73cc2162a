package scriptorium.database.internal;

import org.h2.engine.SessionLocal;
import org.h2.value.ExtTypeInfoEnum;
import org.h2.value.ExtTypeInfoRow;
import org.h2.value.TypeInfo;
import org.h2.value.Value;
import org.h2.value.ValueArray;
import org.h2.value.ValueRow;
import scriptorium.database.change.UntypedArray;

/** Gives decoded ENUM, ARRAY and ROW values the column's type, which their bytes do not carry. */
final class TypedValues {
  private TypedValues() {}

  static Value of(Value value, TypeInfo type, SessionLocal session) {
    if (value.getValueType() == Value.NULL) {
      return value;
    }
    return switch (type.getValueType()) {
      case Value.ENUM ->
          ((ExtTypeInfoEnum) type.getExtTypeInfo()).getValue(value.getInt(), session);
      case Value.ARRAY -> array((UntypedArray) value, (TypeInfo) type.getExtTypeInfo(), session);
      case Value.ROW -> row((ValueRow) value, type, session);
      default -> value;
    };
  }

  private static Value array(UntypedArray array, TypeInfo elementType, SessionLocal session) {
    Value[] elements = array.elements().clone();
    for (int i = 0; i < elements.length; i++) {
      elements[i] = of(elements[i], elementType, session);
    }
    return ValueArray.get(elementType, elements, session);
  }

  private static Value row(ValueRow row, TypeInfo type, SessionLocal session) {
    TypeInfo[] types = TableFacts.fieldTypes(type);
    Value[] fields = row.getList().clone();
    for (int i = 0; i < fields.length; i++) {
      fields[i] = of(fields[i], types[i], session);
    }
    return ValueRow.get((ExtTypeInfoRow) type.getExtTypeInfo(), fields);
  }
}
