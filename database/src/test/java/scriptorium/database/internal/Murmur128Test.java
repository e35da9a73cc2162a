package scriptorium.database.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class Murmur128Test {
  private final Murmur128 hash = new Murmur128();

  @Test
  void givesThePublishedHashes() {
    assertEquals("0000000000000000-0000000000000000", of(""));
    assertEquals("cbd8a7b341bd9b02-5b1e906a48ae1d19", of("hello"));
    assertEquals(
        "e34bbc7bbc071b6c-7a433ca9c49a9347", of("The quick brown fox jumps over the lazy dog"));
  }

  @Test
  void givesTheSameForAnyPieces() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int round = 0; round < 500; round++) {
      byte[] bytes = new byte[random.nextInt(100)];
      random.nextBytes(bytes);
      String whole = of(bytes);

      hash.start();
      for (int from = 0; from < bytes.length; ) {
        int part = 1 + random.nextInt(bytes.length - from);
        hash.update(bytes, from, part);
        from += part;
      }
      hash.finish();

      assertEquals(whole, found(), "seed=" + seed + " round=" + round);
    }
  }

  private String of(String text) {
    return of(text.getBytes(StandardCharsets.US_ASCII));
  }

  private String of(byte[] bytes) {
    hash.start();
    hash.update(bytes, 0, bytes.length);
    hash.finish();
    return found();
  }

  private String found() {
    return "%016x-%016x".formatted(hash.low(), hash.high());
  }
}
