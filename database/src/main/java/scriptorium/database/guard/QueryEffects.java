package scriptorium.database.guard;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.h2.command.Command;
import org.h2.command.Prepared;
import org.h2.command.dml.Explain;
import org.h2.engine.SessionLocal;
import org.h2.schema.FunctionAlias;
import org.h2.schema.Schema;
import org.h2.schema.UserDefinedFunction;
import org.h2.table.Table;
import org.h2.table.TableView;
import org.h2.util.HasSQL;
import org.jspecify.annotations.Nullable;

/**
 * Finds queries that do more than read.
 *
 * <p>H2's own {@code isReadOnly} looks at the outermost query's expressions only: it calls
 * read-only what locks rows ({@code FOR UPDATE}) and what moves a sequence in a derived table, a
 * common table expression, VALUES or a view. So the query is also looked at as H2 writes it back
 * from its parse, where nothing is a comment, every identifier is in double quotes and every text
 * in single ones; views and functions, which that text only names, are judged once a schema, by
 * their definitions. A name that appears by accident makes a query refused, never allowed.
 *
 * <p>Confined, like its session, to one thread at a time.
 */
final class QueryEffects {

  private static final Pattern QUOTED = Pattern.compile("'(?:[^']|'')*+'|\"(?:[^\"]|\"\")*+\"");

  private static final Pattern EFFECT =
      Pattern.compile(
          "\\bFOR (?:NO KEY )?UPDATE\\b|\\bNEXT VALUE FOR\\b|\\bNEXTVAL\\b|\\bSET ?\\(|:="
              + "|\\b(?:OLD|NEW|FINAL) TABLE\\b");

  private final SessionLocal session;
  private @Nullable List<String> namesWithEffect;

  QueryEffects(SessionLocal session) {
    this.session = session;
  }

  /** Judges views and functions anew, now that the schema has changed. */
  void forgetSchema() {
    namesWithEffect = null;
  }

  /**
   * Whether the query locks rows, moves a sequence, sets a variable, changes rows or calls Java
   * code that is not declared deterministic.
   *
   * @param query a single query or EXPLAIN of one, not CALL, parsed but not run
   */
  boolean any(String sql, Command query) {
    if (!query.isReadOnly()) {
      return true;
    }
    Prepared prepared = session.prepare(sql);
    Prepared inner = prepared instanceof Explain explain ? explain.getCommand() : prepared;
    List<String> names = namesWithEffect;
    if (names == null) {
      names = findNames();
      namesWithEffect = names;
    }
    return hasEffect(inner.getPlanSQL(HasSQL.DEFAULT_SQL_FLAGS), names);
  }

  private static boolean hasEffect(String canonicalSql, List<String> names) {
    return names.stream().anyMatch(canonicalSql::contains)
        || EFFECT.matcher(QUOTED.matcher(canonicalSql).replaceAll("?")).find();
  }

  /** Names, as H2 writes them, of functions with an effect and of views that lead to one. */
  private List<String> findNames() {
    List<String> names = new ArrayList<>();
    List<TableView> views = new ArrayList<>();
    for (Schema schema : session.getDatabase().getAllSchemasNoMeta()) {
      for (UserDefinedFunction function : schema.getAllFunctionsAndAggregates()) {
        if (!(function instanceof FunctionAlias alias) || !alias.isDeterministic()) {
          names.add(function.getSQL(HasSQL.DEFAULT_SQL_FLAGS));
        }
      }
      for (Table table : schema.getAllTablesAndViews(session)) {
        if (table instanceof TableView view) {
          views.add(view);
        }
      }
    }
    // A view may name another: again, until no further one is found.
    while (views.removeIf(view -> addIfEffect(view, names))) {}
    return names;
  }

  private static boolean addIfEffect(TableView view, List<String> names) {
    return hasEffect(view.getQuerySQL(), names) && names.add(view.getSQL(HasSQL.DEFAULT_SQL_FLAGS));
  }
}
