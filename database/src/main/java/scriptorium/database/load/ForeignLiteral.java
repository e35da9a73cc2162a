package scriptorium.database.load;

import java.util.Set;
import org.h2.command.Parser;
import org.h2.engine.SessionLocal;
import org.h2.expression.Expression;
import org.h2.message.DbException;
import org.h2.value.Value;

/**
 * One literal that only H2 knows how to read: it parses the expression, which must be made of
 * nothing but values, casts, signs, arrays and rows, and evaluates it.
 *
 * <p>A function would be one that reads a file or runs a class: none is evaluated, and the text is
 * looked through before H2's parser sees it, for the parser itself evaluates constant calls.
 */
final class ForeignLiteral {
  /** By name, for H2 has more than one class of the name in different packages. */
  private static final Set<String> HARMLESS =
      Set.of(
          "org.h2.expression.ValueExpression",
          "org.h2.expression.TypedValueExpression",
          "org.h2.expression.ExpressionList",
          "org.h2.expression.UnaryOperation",
          "org.h2.expression.function.CastSpecification");

  private ForeignLiteral() {}

  /**
   * @throws LoadViolationException if it is anything but a literal; without its text
   */
  static Value evaluate(SessionLocal session, String text) {
    LiteralWords.check(text);
    try {
      Expression expression = new Parser(session).parseExpression(text);
      requireHarmless(expression);
      return expression.optimize(session).getValue(session);
    } catch (DbException e) {
      throw new LoadViolationException(
          "a value of the script is no literal of H2's: " + e.getErrorCode());
    }
  }

  private static void requireHarmless(Expression expression) {
    String type = expression.getClass().getName();
    if (!HARMLESS.contains(type)) {
      throw new LoadViolationException("a value of the script is no literal: found=" + type);
    }
    for (int i = 0; i < expression.getSubexpressionCount(); i++) {
      requireHarmless(expression.getSubexpression(i));
    }
  }
}
