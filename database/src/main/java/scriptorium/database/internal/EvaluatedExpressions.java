package scriptorium.database.internal;

import java.util.Optional;
import org.h2.command.Prepared;
import org.h2.command.query.Query;
import org.h2.engine.SessionLocal;
import org.h2.expression.ExpressionVisitor;
import org.h2.message.DbException;
import scriptorium.database.script.TopLevelWords;

/**
 * The expressions that a schema statement evaluates at once, and does not only store: USING of a
 * changed column, the value of a constant. They are found in the text, and judged by H2's parser.
 */
public final class EvaluatedExpressions {

  private EvaluatedExpressions() {}

  /**
   * Why the statement would come out differently each time; to be asked before it runs.
   *
   * @param sql without comments before it
   */
  public static Optional<String> objection(SessionLocal session, String sql) {
    TopLevelWords words = TopLevelWords.of(sql);
    int value = words.indexOf("VALUE", 2);
    if (words.are(0, "CREATE", "CONSTANT") && value > 0) {
      return objection(session, words.after(value), "");
    }
    int name = words.are(2, "IF", "EXISTS") ? 3 : 1;
    int alter = words.indexOf("ALTER", name + 1);
    int using = words.indexOf("USING", alter + 1);
    if (words.are(0, "ALTER", "TABLE") && alter > 0 && using > 0) {
      return objection(session, words.after(using), "\nFROM " + words.between(name, alter));
    }
    return Optional.empty();
  }

  private static Optional<String> objection(SessionLocal session, String expression, String from) {
    try {
      Prepared query = session.prepare("SELECT " + expression + from);
      boolean same =
          query instanceof Query found
              && found.isEverything(ExpressionVisitor.DETERMINISTIC_VISITOR);
      return same
          ? Optional.empty()
          : Optional.of(
              expression.strip()
                  + ": it would be computed anew in each replay; give a value, or UPDATE the rows");
    } catch (DbException e) {
      return Optional.of(expression.strip() + ": it cannot be judged: " + e.getMessage());
    }
  }
}
