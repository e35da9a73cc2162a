package scriptorium.drills.failover.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EventLineTest {

  @Test
  void readsWhatWasPrinted() {
    EventLine line = roundTrip("PHASE", "phase", "READY", "detail", "a = b\nand more");

    assertEquals("PHASE", line.kind());
    assertEquals(Map.of("phase", "READY", "detail", "a = b and more"), line.fields());
    assertTrue(line.micros() > 0);
  }

  @Test
  void anEmptyDetailAndNoFieldsAreFine() {
    assertEquals(Map.of("detail", ""), roundTrip("STOPPED", "detail", "").fields());
    assertEquals(Map.of(), roundTrip("STARTED").fields());
  }

  @Test
  void otherLinesAreNoEvents() {
    assertEquals(Optional.empty(), EventLine.parse("WARNING: something"));
    assertEquals(Optional.empty(), EventLine.parse("EVENT 17"));
    assertEquals(Optional.empty(), EventLine.parse("EVENT 17 UP nonsense"));
  }

  private static EventLine roundTrip(String kind, String... pairs) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    EventLine.print(new PrintStream(bytes, true, StandardCharsets.UTF_8), kind, pairs);
    return EventLine.parse(bytes.toString(StandardCharsets.UTF_8).stripTrailing()).orElseThrow();
  }
}
