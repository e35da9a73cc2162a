package scriptorium.persistence.segment;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static scriptorium.persistence.segment.LogFixture.append;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import scriptorium.keys.Hkdf;
import scriptorium.keys.Protection;

/** Protected segments as they were written once, with keys and salts that are known here. */
class SealedGoldenTest {
  private static final Path GOLDEN = Path.of("src/test/resources/golden");
  private static final int FILE_BYTES = 4096;

  @TempDir Path dir;

  enum Sample {
    ENCRYPTED("segment-encrypted-1.hex"),
    SIGNED("segment-signed-1.hex");

    private final String file;

    Sample(String file) {
      this.file = file;
    }

    Protection protection() {
      SealKeyRing ring = SealKeyRing.of("2026-11", 0x5E);
      return this == ENCRYPTED ? ring.encrypting("2026-11") : ring.signing("2026-11");
    }

    /** The used part of the segment, 32 bytes a line. */
    byte[] bytes() {
      try {
        return HexFormat.of().parseHex(Files.readString(GOLDEN.resolve(file)).replace("\n", ""));
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private LogFixture store(Sample sample) {
    LogFixture store = new LogFixture(dir.resolve("store"));
    store.files = FaultyFiles.withoutForces();
    store.settings = LogFixture.SMALL.protectedBy(sample.protection());
    return store;
  }

  private static void fill(LogFixture store) {
    SegmentLog log = store.open();
    append(log, "one", "two");
    append(log, "three");
    log.markIdle();
    log.deleteTo(1);
    log.close();
  }

  @ParameterizedTest
  @EnumSource
  void writesTheGoldenBytes(Sample sample) {
    LogFixture store = store(sample);

    fill(store);

    byte[] golden = sample.bytes();
    byte[] written = store.read(store.file(1, 0));
    assertEquals(
        HexFormat.of().formatHex(golden),
        HexFormat.of().formatHex(Arrays.copyOf(written, golden.length)));
    assertArrayEquals(Arrays.copyOf(golden, FILE_BYTES), written, "zeros behind");
  }

  @ParameterizedTest
  @EnumSource
  void readsTheGoldenBytes(Sample sample) throws IOException {
    LogFixture store = store(sample);
    Files.createDirectories(store.folder);
    Files.write(store.file(1, 0), Arrays.copyOf(sample.bytes(), FILE_BYTES));

    assertEquals(List.of("2=two", "3=three"), store.recover());
  }

  /** By the words of docs/segment-format.md and the platform's ciphers alone. */
  @ParameterizedTest
  @EnumSource
  void isReadByWhatTheFormatSays(Sample sample) throws Exception {
    byte[] bytes = sample.bytes();
    byte[] key = new byte[32];
    Arrays.fill(key, (byte) 0x5E);
    byte[] salt = Arrays.copyOfRange(bytes, 80, 96);
    boolean encrypted = sample == Sample.ENCRYPTED;
    byte[] headerKey = Hkdf.derive(key, salt, "scriptorium segment header", 32);
    assertArrayEquals(
        Arrays.copyOf(hmac(headerKey, Arrays.copyOf(bytes, 112)), 12),
        Arrays.copyOfRange(bytes, 112, 124));
    assertEquals(encrypted ? 1 : 2, ByteBuffer.wrap(bytes).getInt(16));
    assertEquals("2026-11", new String(bytes, 96, 16, US_ASCII).replace("\0", ""));

    String info = "scriptorium segment " + (encrypted ? "encryption" : "signature");
    byte[] place = ByteBuffer.allocate(16).putLong(1).putLong(0).array();
    byte[] framesKey = Hkdf.derive(key, salt, joined(info.getBytes(US_ASCII), place), 32);
    List<String> payloads = new ArrayList<>();
    int at = 128;
    while (at + 96 < bytes.length) {
      int length = ByteBuffer.wrap(bytes).getInt(at + 8);
      byte[] associated =
          joined(
              Arrays.copyOfRange(bytes, at, at + 72), ByteBuffer.allocate(8).putLong(at).array());
      byte[] stored = Arrays.copyOfRange(bytes, at + 96, at + 96 + length);
      long counter = ByteBuffer.wrap(bytes).getLong(at + 40);
      byte[] payload =
          encrypted
              ? decrypted(framesKey, counter, associated, stored)
              : proved(framesKey, associated, stored);
      payloads.add(new String(payload, UTF_8));
      int end = (at + 96 + length + 8 + 7) / 8 * 8;
      at = end % 512 > 416 ? (end / 512 + 1) * 512 : end;
    }
    assertEquals(6, payloads.size());
    assertEquals("\0\0\0\3one\0\0\0\3two", payloads.get(1));
    assertEquals("\0\0\0\5three", payloads.get(2));
    assertEquals(List.of("", "\0\0\0\0\0\0\0\1", ""), payloads.subList(3, 6));
  }

  private static byte[] decrypted(byte[] key, long counter, byte[] associated, byte[] stored)
      throws Exception {
    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
    byte[] nonce = ByteBuffer.allocate(12).putInt(0).putLong(counter).array();
    cipher.init(
        Cipher.DECRYPT_MODE, new SecretKeySpec(key, "AES"), new GCMParameterSpec(128, nonce));
    cipher.updateAAD(associated);
    return cipher.doFinal(stored);
  }

  private static byte[] proved(byte[] key, byte[] associated, byte[] stored) throws Exception {
    byte[] payload = Arrays.copyOf(stored, stored.length - 16);
    assertArrayEquals(
        Arrays.copyOf(hmac(key, joined(associated, payload)), 16),
        Arrays.copyOfRange(stored, stored.length - 16, stored.length));
    return payload;
  }

  private static byte[] hmac(byte[] key, byte[] bytes) throws Exception {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key, "HmacSHA256"));
    return mac.doFinal(bytes);
  }

  private static byte[] joined(byte[] first, byte[] second) {
    return ByteBuffer.allocate(first.length + second.length).put(first).put(second).array();
  }

  @Test
  void goldenFilesHideOrShowTheirEvents() {
    assertEquals(-1, new String(Sample.ENCRYPTED.bytes(), US_ASCII).indexOf("three"));
    assertEquals(true, new String(Sample.SIGNED.bytes(), US_ASCII).contains("three"));
  }
}
