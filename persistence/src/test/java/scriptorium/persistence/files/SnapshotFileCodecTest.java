package scriptorium.persistence.files;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SnapshotFileCodecTest {
  private static final Path PATH = Path.of("the.snapshot");

  @Test
  void readsBackEveryField() {
    SnapshotFile read = SnapshotFileCodec.decode(PATH, encode(withExtra()));

    assertEquals("main|42|7", read.persistenceId());
    assertEquals(42, read.sequenceNumber());
    assertEquals(-1_234_567_890_123L, read.timestamp());
    assertEquals(17, read.payload().serializerId());
    assertEquals("chünk", read.payload().manifest());
    assertArrayEquals("payload".getBytes(UTF_8), read.payload().bytes());
    assertEquals("m", read.extra().orElseThrow().manifest());
    assertArrayEquals(new byte[] {9, 8}, read.extra().orElseThrow().bytes());
  }

  @Test
  void readsAnEmptyPayload() {
    SnapshotFile empty =
        new SnapshotFile("x", 1, 2, Optional.empty(), new SerializedObject(4, "", new byte[0]));

    SnapshotFile read = SnapshotFileCodec.decode(PATH, encode(empty));

    assertEquals(0, read.payload().bytes().length);
    assertTrue(read.extra().isEmpty());
  }

  @Test
  void detectsAnyFlippedBitOfAnyByte() {
    byte[] whole = encode(withExtra());
    for (int at = 0; at < whole.length; at++) {
      for (int bit = 0; bit < 8; bit++) {
        byte[] damaged = whole.clone();
        damaged[at] ^= (byte) (1 << bit);
        assertThrows(
            CorruptSnapshotFileException.class,
            () -> SnapshotFileCodec.decode(PATH, damaged),
            "byte " + at + " bit " + bit);
      }
    }
  }

  @Test
  void detectsEveryTruncationAndAnyTail() {
    byte[] whole = encode(withExtra());
    for (int length = 0; length < whole.length; length++) {
      byte[] truncated = Arrays.copyOf(whole, length);
      assertThrows(
          CorruptSnapshotFileException.class, () -> SnapshotFileCodec.decode(PATH, truncated));
    }
    byte[] longer = Arrays.copyOf(whole, whole.length + 1);
    assertThrows(CorruptSnapshotFileException.class, () -> SnapshotFileCodec.decode(PATH, longer));
  }

  @Test
  void namesFileAndChecksumsOfADamage() {
    byte[] damaged = encode(withExtra());
    damaged[60] ^= 1;

    CorruptSnapshotFileException failure =
        assertThrows(
            CorruptSnapshotFileException.class, () -> SnapshotFileCodec.decode(PATH, damaged));

    assertTrue(
        failure.toString().matches(".*file=the.snapshot .*expected=\\w{64} found=\\w{64}"),
        failure.getMessage());
  }

  @Test
  void tellsAWholeFileOfANewerFormatFromADamagedOne() throws Exception {
    byte[] newer = encode(withExtra());
    ByteBuffer.wrap(newer).putInt(8, SnapshotFileCodec.FORMAT + 1);
    sign(newer);

    UnsupportedSnapshotFileException failure =
        assertThrows(
            UnsupportedSnapshotFileException.class, () -> SnapshotFileCodec.decode(PATH, newer));

    assertTrue(failure.toString().contains("format=2 newestKnown=1"), failure.getMessage());
  }

  @Test
  void refusesADeclaredLengthBeyondTheFileEvenWhenSigned() throws Exception {
    byte[] forged = encode(withExtra());
    ByteBuffer.wrap(forged).putInt(12, Integer.MAX_VALUE);
    sign(forged);

    assertThrows(CorruptSnapshotFileException.class, () -> SnapshotFileCodec.decode(PATH, forged));
  }

  @Test
  void readsTheGoldenFileOfFormat1() throws Exception {
    Path golden = Path.of("src/test/resources/golden/snapshot-file-1.snapshot");
    byte[] bytes = Files.readAllBytes(golden);

    assertEquals("main|42|7", SnapshotFileCodec.decode(golden, bytes).persistenceId());
    assertArrayEquals(encode(withExtra()), bytes);
  }

  static SnapshotFile withExtra() {
    return new SnapshotFile(
        "main|42|7",
        42,
        -1_234_567_890_123L,
        Optional.of(new SerializedObject(3, "m", new byte[] {9, 8})),
        new SerializedObject(17, "chünk", "payload".getBytes(UTF_8)));
  }

  static byte[] encode(SnapshotFile file) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (ByteBuffer part : SnapshotFileCodec.encode(file)) {
      bytes.write(part.array(), part.arrayOffset() + part.position(), part.remaining());
    }
    return bytes.toByteArray();
  }

  private static void sign(byte[] file) throws Exception {
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    digest.update(file, 0, file.length - 32);
    digest.digest(file, file.length - 32, 32);
  }
}
