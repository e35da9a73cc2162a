package scriptorium.keys;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class HkdfTest {
  private static final HexFormat HEX = HexFormat.of();

  @Test
  void derivesAsRfc5869CaseOne() {
    byte[] key = HEX.parseHex("0b".repeat(22));
    byte[] salt = HEX.parseHex("000102030405060708090a0b0c");
    byte[] info = HEX.parseHex("f0f1f2f3f4f5f6f7f8f9");

    assertEquals(
        "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865",
        HEX.formatHex(Hkdf.derive(key, salt, info, 42)));
  }

  @Test
  void derivesWithoutSaltAsRfc5869CaseThree() {
    byte[] key = HEX.parseHex("0b".repeat(22));

    assertEquals(
        "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8",
        HEX.formatHex(Hkdf.derive(key, new byte[0], new byte[0], 42)));
  }

  @Test
  void refusesALengthBeyondTheStandards() {
    assertThrows(
        IllegalArgumentException.class,
        () -> Hkdf.derive(new byte[32], new byte[32], new byte[0], 255 * 32 + 1));
  }
}
