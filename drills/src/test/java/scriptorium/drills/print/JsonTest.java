package scriptorium.drills.print;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonTest {

  @Test
  void writesEveryKindOfValue() {
    Map<String, Object> value = new LinkedHashMap<>();
    value.put("text", "a\"\\\n\u0001é");
    value.put("numbers", List.of(1, 2.5, -3L));
    value.put("no number", Double.NaN);
    value.put("flag", true);
    value.put("empty", List.of());
    value.put("object", Map.of());

    assertEquals(
        """
        {
          "text": "a\\"\\\\\\u000a\\u0001é",
          "numbers": [
            1,
            2.5,
            -3
          ],
          "no number": null,
          "flag": true,
          "empty": [],
          "object": {}
        }
        """,
        Json.of(value));
  }

  @Test
  void humanUnitsAreTheSameEverywhere() {
    assertEquals("1,234,567 rows", HumanUnits.count(1_234_567, "row"));
    assertEquals("1 row", HumanUnits.count(1, "row"));
    assertEquals("85.0 µs", HumanUnits.duration(java.time.Duration.ofNanos(85_000)));
    assertEquals("1.25 s", HumanUnits.duration(java.time.Duration.ofMillis(1250)));
    assertEquals("2 min 05 s", HumanUnits.duration(java.time.Duration.ofSeconds(125)));
    assertEquals("1023 bytes".replace("1023", "1,023"), HumanUnits.bytes(1023));
    assertEquals("1.50 MiB", HumanUnits.bytes(3L << 19));
  }
}
