package scriptorium.drills.print;

import java.util.ArrayList;
import java.util.List;

/**
 * A table of text, every column as wide as its widest cell:
 *
 * <pre>
 *  ID | NAME
 * ----+-------
 *   1 | Berlin
 * </pre>
 */
public final class TextTable {

  private static final String BETWEEN = " | ";

  private final List<Column> columns;
  private final List<List<String>> rows = new ArrayList<>();

  /** A table with these columns and no row yet. */
  public TextTable(List<Column> columns) {
    this.columns = List.copyOf(columns);
  }

  /**
   * One column.
   *
   * @param name its heading
   * @param right true to align its cells to the right, as numbers are
   */
  public record Column(String name, boolean right) {

    /** A column of text. */
    public static Column text(String name) {
      return new Column(name, false);
    }

    /** A column of numbers. */
    public static Column number(String name) {
      return new Column(name, true);
    }
  }

  /**
   * Adds a row; control characters in it are shown as escapes, so that a cell stays on its line and
   * cannot command the terminal.
   *
   * @throws IllegalArgumentException when it has not one cell a column
   */
  public TextTable row(List<String> cells) {
    if (cells.size() != columns.size()) {
      throw new IllegalArgumentException(
          "cells of a row: expected=" + columns.size() + " found=" + cells.size());
    }
    rows.add(cells.stream().map(TextTable::printable).toList());
    return this;
  }

  /** Adds a row. */
  public TextTable row(String... cells) {
    return row(List.of(cells));
  }

  /** Its lines: heading, rule, rows; no line ends with a space. */
  public List<String> lines() {
    int[] widths = widths();
    List<String> lines = new ArrayList<>(rows.size() + 2);
    lines.add(line(columns.stream().map(column -> printable(column.name())).toList(), widths));
    StringBuilder rule = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      rule.append(i == 0 ? "" : "+").append("-".repeat(widths[i] + 2));
    }
    lines.add(rule.toString());
    for (List<String> row : rows) {
      lines.add(line(row, widths));
    }
    return lines;
  }

  private int[] widths() {
    int[] widths = new int[columns.size()];
    for (int i = 0; i < widths.length; i++) {
      widths[i] = DisplayWidth.of(printable(columns.get(i).name()));
      for (List<String> row : rows) {
        widths[i] = Math.max(widths[i], DisplayWidth.of(row.get(i)));
      }
    }
    return widths;
  }

  private String line(List<String> cells, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      String cell = cells.get(i);
      String space = " ".repeat(widths[i] - DisplayWidth.of(cell));
      line.append(i == 0 ? " " : BETWEEN);
      line.append(columns.get(i).right() ? space + cell : cell + space);
    }
    return line.toString().stripTrailing();
  }

  private static String printable(String cell) {
    if (cell.codePoints().noneMatch(Character::isISOControl)) {
      return cell;
    }
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < cell.length(); i++) {
      char c = cell.charAt(i);
      switch (c) {
        case '\n' -> text.append("\\n");
        case '\r' -> text.append("\\r");
        case '\t' -> text.append("\\t");
        default -> text.append(Character.isISOControl(c) ? String.format("\\u%04x", (int) c) : c);
      }
    }
    return text.toString();
  }
}
