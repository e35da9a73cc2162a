package scriptorium.snapshots;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Views, each behind those it stands on. H2 writes every name in a view's query in quotes and with
 * its schema, so a view stands on another one if that one's name occurs outside of its literals.
 */
final class ViewOrder {
  private static final String QUOTED = "\"(?:[^\"]|\"\")*+\"";
  private static final Pattern NAME = Pattern.compile(QUOTED + "\\." + QUOTED);
  private static final Pattern LITERAL_OR_NAME =
      Pattern.compile("'(?:[^']|'')*+'|(" + NAME.pattern() + ")|" + QUOTED);

  private final Map<String, String> left = new LinkedHashMap<>();
  private final List<String> ordered = new ArrayList<>();

  private ViewOrder(List<String> views) {
    for (String sql : views) {
      Matcher name = NAME.matcher(sql);
      left.put(name.find() ? name.group() : sql, sql);
    }
  }

  /** Returns the statements in an order in which they run. */
  static List<String> of(List<String> views) {
    ViewOrder order = new ViewOrder(views);
    while (!order.left.isEmpty()) {
      order.place(order.left.keySet().iterator().next());
    }
    return order.ordered;
  }

  private void place(String view) {
    String sql = left.remove(view);
    if (sql == null) {
      return;
    }
    for (String name : names(sql)) {
      place(name);
    }
    ordered.add(sql);
  }

  private static Set<String> names(String sql) {
    Set<String> names = new LinkedHashSet<>();
    Matcher matcher = LITERAL_OR_NAME.matcher(sql);
    while (matcher.find()) {
      String name = matcher.group(1);
      if (name != null) {
        names.add(name);
      }
    }
    return names;
  }
}
