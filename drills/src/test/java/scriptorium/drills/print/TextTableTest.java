package scriptorium.drills.print;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;
import scriptorium.drills.print.TextTable.Column;

class TextTableTest {

  private final TextTable table =
      new TextTable(List.of(Column.number("ID"), Column.text("NAME"), Column.text("X")));

  @Test
  void alignsNumbersRightAndTextLeft() {
    table.row("1", "Berlin", "a").row("1000", "Ulm", "NULL");

    assertEquals(
        List.of(
            "   ID | NAME   | X",
            "------+--------+------",
            "    1 | Berlin | a",
            " 1000 | Ulm    | NULL"),
        table.lines());
  }

  @Test
  void headingsAloneMakeATable() {
    assertEquals(List.of(" ID | NAME | X", "----+------+---"), table.lines());
  }

  @Test
  void wideAndCombiningCharactersKeepColumnsInLine() {
    table.row("1", "東京", "a").row("2", "e\u0301te\u0301", "b").row("3", "👍ok", "c");

    List<String> lines = table.lines();

    assertEquals("  1 | 東京 | a", lines.get(2));
    assertEquals("  2 | e\u0301te\u0301  | b", lines.get(3));
    assertEquals("  3 | 👍ok | c", lines.get(4));
  }

  @Test
  void controlCharactersCannotBreakTheLine() {
    table.row("1", "a\nb\t\u001b[2J", "x");

    assertEquals("  1 | a\\nb\\t\\u001b[2J | x", table.lines().get(2));
  }

  @Test
  void aRowOfTheWrongLengthIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> table.row("1"));
  }

  @Test
  void cutsAtAColumnNotInsideACharacter() {
    assertEquals("abc", DisplayWidth.cut("abc", 3));
    assertEquals("ab…", DisplayWidth.cut("abcd", 3));
    assertEquals("東…", DisplayWidth.cut("東京都", 4));
  }
}
