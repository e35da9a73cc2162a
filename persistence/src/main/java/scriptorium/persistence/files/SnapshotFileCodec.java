package scriptorium.persistence.files;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;

/**
 * Bytes of a snapshot file.
 *
 * <pre>
 * magic 8 | format 4 | persistence id | sequence number 8 | timestamp 8
 *   | extra? 1 [object] | object | SHA-256 of all before, 32
 * object = serializer id 4 | manifest | length 8 | bytes     text = length 4 | UTF-8
 * </pre>
 *
 * <p>All numbers are big-endian. The check is SHA-256, not CRC32C: a chunk may have many megabytes,
 * where 32 bits no longer tell two damages apart, and it covers the header as well as the payload.
 * Every format, also a future one, ends with it: thus "damaged" and "newer" are never confused.
 */
final class SnapshotFileCodec {
  static final int FORMAT = 1;
  private static final byte[] MAGIC = "SCRPSNAP".getBytes(StandardCharsets.US_ASCII);
  private static final int DIGEST_BYTES = 32;
  private static final int SMALLEST = MAGIC.length + Integer.BYTES + DIGEST_BYTES;

  private SnapshotFileCodec() {}

  /** Returns header, payload and checksum, in the order they belong into the file. */
  static ByteBuffer[] encode(SnapshotFile file) {
    byte[] id = file.persistenceId().getBytes(StandardCharsets.UTF_8);
    int extraBytes = file.extra().map(extra -> headerBytes(extra) + extra.bytes().length).orElse(0);
    ByteBuffer header =
        ByteBuffer.allocate(
            MAGIC.length
                + 4
                + 4
                + id.length
                + 8
                + 8
                + 1
                + extraBytes
                + headerBytes(file.payload()));
    header.put(MAGIC).putInt(FORMAT);
    putText(header, id);
    header.putLong(file.sequenceNumber()).putLong(file.timestamp());
    header.put((byte) (file.extra().isPresent() ? 1 : 0));
    file.extra()
        .ifPresent(
            extra -> {
              putHeader(header, extra);
              header.put(extra.bytes());
            });
    putHeader(header, file.payload());

    MessageDigest digest = sha256();
    digest.update(header.array());
    digest.update(file.payload().bytes());
    return new ByteBuffer[] {
      header.flip(), ByteBuffer.wrap(file.payload().bytes()), ByteBuffer.wrap(digest.digest())
    };
  }

  /**
   * Reads a file's bytes.
   *
   * @throws CorruptSnapshotFileException if anything differs from what was written
   * @throws UnsupportedSnapshotFileException if it is whole but of an unknown format
   */
  static SnapshotFile decode(Path path, byte[] bytes) {
    checkFrame(path, bytes);
    ByteBuffer in = ByteBuffer.wrap(bytes, 0, bytes.length - DIGEST_BYTES);
    in.position(MAGIC.length);
    int format = in.getInt();
    if (format != FORMAT) {
      throw new UnsupportedSnapshotFileException(path, format, FORMAT);
    }
    try {
      String id = text(in);
      long sequenceNumber = in.getLong();
      long timestamp = in.getLong();
      Optional<SerializedObject> extra = in.get() == 0 ? Optional.empty() : Optional.of(object(in));
      SerializedObject payload = object(in);
      if (in.hasRemaining()) {
        throw new CorruptSnapshotFileException(path, "bytes after payload=" + in.remaining());
      }
      return new SnapshotFile(id, sequenceNumber, timestamp, extra, payload);
    } catch (BufferUnderflowException e) {
      // Only by a forged or wrongly written file: the checksum was right.
      CorruptSnapshotFileException corrupt =
          new CorruptSnapshotFileException(path, "a declared length passes the end of the file");
      corrupt.initCause(e);
      throw corrupt;
    }
  }

  private static void checkFrame(Path path, byte[] bytes) {
    if (bytes.length < SMALLEST) {
      throw new CorruptSnapshotFileException(
          path, "bytes=%d smallest=%d".formatted(bytes.length, SMALLEST));
    }
    if (!ByteBuffer.wrap(bytes, 0, MAGIC.length).equals(ByteBuffer.wrap(MAGIC))) {
      throw new CorruptSnapshotFileException(path, "it does not begin with SCRPSNAP");
    }
    MessageDigest digest = sha256();
    int covered = bytes.length - DIGEST_BYTES;
    digest.update(bytes, 0, covered);
    byte[] found = digest.digest();
    ByteBuffer expected = ByteBuffer.wrap(bytes, covered, DIGEST_BYTES);
    if (!ByteBuffer.wrap(found).equals(expected)) {
      throw new CorruptSnapshotFileException(
          path,
          "bytes=%d sha256 expected=%s found=%s"
              .formatted(
                  bytes.length,
                  HexFormat.of().formatHex(bytes, covered, bytes.length),
                  HexFormat.of().formatHex(found)));
    }
  }

  private static int headerBytes(SerializedObject object) {
    return 4 + 4 + object.manifest().getBytes(StandardCharsets.UTF_8).length + 8;
  }

  private static void putHeader(ByteBuffer out, SerializedObject object) {
    out.putInt(object.serializerId());
    putText(out, object.manifest().getBytes(StandardCharsets.UTF_8));
    out.putLong(object.bytes().length);
  }

  private static void putText(ByteBuffer out, byte[] utf8) {
    out.putInt(utf8.length).put(utf8);
  }

  private static SerializedObject object(ByteBuffer in) {
    int serializerId = in.getInt();
    String manifest = text(in);
    return new SerializedObject(serializerId, manifest, bytes(in, in.getLong()));
  }

  private static String text(ByteBuffer in) {
    return new String(bytes(in, in.getInt()), StandardCharsets.UTF_8);
  }

  private static byte[] bytes(ByteBuffer in, long length) {
    // Compared before anything is allocated: a forged length costs nothing.
    if (length < 0 || length > in.remaining()) {
      throw new BufferUnderflowException();
    }
    byte[] bytes = new byte[(int) length];
    in.get(bytes);
    return bytes;
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
