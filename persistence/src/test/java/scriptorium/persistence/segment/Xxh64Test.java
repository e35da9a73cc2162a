package scriptorium.persistence.segment;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class Xxh64Test {

  @Test
  void agreesWithThePublishedVectors() {
    assertEquals(0xEF46DB3751D8E999L, hash(""));
    assertEquals(0xD24EC4F1A98C6E5BL, hash("a"));
    assertEquals(0x44BC2CF5AD770999L, hash("abc"));
    assertEquals(0xFBCEA83C8A378BF1L, hash("Nobody inspects the spammish repetition"));
  }

  private static long hash(String text) {
    byte[] bytes = text.getBytes(US_ASCII);
    return Xxh64.hash(bytes, 0, bytes.length);
  }
}
