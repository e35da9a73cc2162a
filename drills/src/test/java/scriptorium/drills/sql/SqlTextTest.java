package scriptorium.drills.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class SqlTextTest {

  @Test
  void aLabelIsOneShortLine() {
    assertEquals("INSERT INTO T VALUES 1", SqlText.label("INSERT INTO T\n  VALUES 1"));
    assertEquals(80, SqlText.label("x".repeat(81)).length());
  }

  @Test
  void theDatabasesMarkTellsTheLine() {
    assertEquals(0, SqlText.linesBelow("Table \"T\" not found"));
    assertEquals(2, SqlText.linesBelow("Syntax error in SQL statement \"SELECT\n1\n[*]FORM T\""));
    assertEquals(1, SqlText.linesBelow("Syntax error \"SELECT\\000a[*]FORM\\000aT\""));
  }

  @Test
  void aMessageDoesNotRepeatALongStatement() {
    String message =
        SqlText.message("Duplicate key; SQL statement:\nINSERT INTO T VALUES 1 [23505-252]");
    String syntax =
        SqlText.message("Syntax error \"" + "a".repeat(500) + "[*]b" + "c".repeat(500) + "\"");

    assertEquals("Duplicate key", message);
    assertTrue(syntax.contains("[*]b") && syntax.length() < 200, syntax);
  }
}
