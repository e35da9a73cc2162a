package scriptorium.drills.sql;

import java.util.regex.Pattern;
import scriptorium.drills.print.DisplayWidth;

/** SQL and the database's messages about it, shortened for people. */
final class SqlText {

  private static final int LABEL_CHARS = 80;
  private static final int MESSAGE_CHARS = 400;
  private static final int AROUND_MARK_CHARS = 60;
  private static final String MARK = "[*]";

  /** The database writes line ends in its messages as Unicode escapes. */
  private static final Pattern LINE_END = Pattern.compile("\\n|\\\\000a");

  private SqlText() {}

  /** A statement in one line, cut: what the journal calls its mutation. */
  static String label(String sql) {
    String start = sql.length() > 10 * LABEL_CHARS ? sql.substring(0, 10 * LABEL_CHARS) : sql;
    return DisplayWidth.cut(start.strip().replaceAll("\\s+", " "), LABEL_CHARS);
  }

  /** How many lines below the statement's first one the database's mark for its error is. */
  static int linesBelow(String message) {
    int mark = message.indexOf(MARK);
    return mark < 0 ? 0 : (int) LINE_END.matcher(message.substring(0, mark)).results().count();
  }

  /** The database's message in one line, without a copy of a long statement. */
  static String message(String message) {
    int copy = message.indexOf("; SQL statement:");
    String text = LINE_END.matcher(copy < 0 ? message : message.substring(0, copy)).replaceAll(" ");
    int mark = text.indexOf(MARK);
    if (mark >= 0 && text.length() > MESSAGE_CHARS) {
      int from = Math.max(0, mark - AROUND_MARK_CHARS);
      int to = Math.min(text.length(), mark + AROUND_MARK_CHARS);
      text = "syntax error at \"… " + text.substring(from, to) + " …\"";
    }
    String line = text.strip().replaceAll("\\s+", " ");
    return line.length() <= MESSAGE_CHARS ? line : line.substring(0, MESSAGE_CHARS) + "…";
  }
}
