package scriptorium.drills.failover.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class Xxh64Test {

  @Test
  void agreesWithTheKnownValues() {
    assertEquals(0xEF46DB3751D8E999L, hash(""));
    assertEquals(0x44BC2CF5AD770999L, hash("abc"));
    assertEquals(
        0xFBCEA83C8A378BF1L, hash("Nobody inspects the spammish repetition"), "39 bytes: lanes");
  }

  @Test
  void looksAtItsPartOfTheBytesOnly() {
    byte[] bytes = "-abc-".getBytes(StandardCharsets.UTF_8);

    assertEquals(hash("abc"), Xxh64.hash(bytes, 1, 3));
  }

  private static long hash(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return Xxh64.hash(bytes, 0, bytes.length);
  }
}
