package scriptorium.snapshots;

import static scriptorium.snapshots.ManifestFields.readCount;
import static scriptorium.snapshots.ManifestFields.readText;
import static scriptorium.snapshots.ManifestFields.writeText;

import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Function;
import javax.crypto.AEADBadTagException;
import org.jspecify.annotations.Nullable;
import scriptorium.database.TableDigest;
import scriptorium.database.change.CorruptChangesException;
import scriptorium.database.change.RowChanges;
import scriptorium.database.change.RowChangesCodec;
import scriptorium.database.change.SequencePosition;
import scriptorium.database.change.TableName;
import scriptorium.keys.Protection;

/**
 * Bytes of a manifest; {@code docs/snapshot-format.md} describes each.
 *
 * <pre>
 * magic 8 | format 1 | outline | contents, sealed when encrypted | HMAC 32 when signed | SHA-256 32
 * </pre>
 *
 * <p>The outline can be read by whoever has the file: what it names (store, chunks, keys) the files
 * show anyway. Names of tables and sequences, counts and digests are contents: a digest over a few
 * rows would let their values be guessed. Sealed contents authenticate the outline, a signature all
 * bytes before it.
 *
 * <p>The checksum comes before any decoding. Every format, also a future one, ends with it, so that
 * "damaged", "newer" and "another key" are never confused. Positions are change sets' own, as
 * {@link RowChangesCodec} writes them.
 */
public final class SnapshotManifestCodec {
  /** The one format there is; 1 was never released. */
  public static final int FORMAT = 2;

  private static final byte[] MAGIC = "SCRPMANI".getBytes(StandardCharsets.US_ASCII);
  private static final int HEAD_BYTES = MAGIC.length + 1;
  private static final int SMALLEST = HEAD_BYTES + Sha256.BYTES;

  private SnapshotManifestCodec() {}

  private record Contents(List<SnapshotManifest.Table> tables, List<SequencePosition> positions) {}

  /** Returns a manifest's bytes; a protected one's keys must be known. */
  public static byte[] encode(SnapshotManifest manifest) {
    SnapshotSeal seal = manifest.seal();
    try (Output out = new Output(1_024, -1)) {
      out.writeBytes(MAGIC);
      out.writeByte(FORMAT);
      OutlineCodec.write(out, manifest.outline());
      byte[] contents = contents(manifest);
      byte[] kept =
          seal.encryptedWith().isPresent()
              ? seal.keys().sealContents(out.toBytes(), contents)
              : contents;
      out.writeVarInt(kept.length, true);
      out.writeBytes(kept);
      if (seal.signedWith().isPresent()) {
        byte[] signed = out.toBytes();
        out.writeBytes(seal.keys().sign(signed, signed.length));
      }
      byte[] body = out.toBytes();
      out.writeBytes(Sha256.of(body, 0, body.length));
      return out.toBytes();
    }
  }

  private static byte[] contents(SnapshotManifest manifest) {
    try (Output out = new Output(1_024, -1)) {
      out.writeVarInt(manifest.tables().size(), true);
      for (SnapshotManifest.Table table : manifest.tables()) {
        writeText(out, table.name().schema());
        writeText(out, table.name().table());
        out.writeVarLong(table.rows(), true);
        out.writeLong(table.digest().high());
        out.writeLong(table.digest().low());
      }
      RowChangesCodec.write(out, new RowChanges(List.of(), manifest.positions(), 0));
      return out.toBytes();
    }
  }

  /**
   * Reads the manifest of a snapshot that is neither signed nor encrypted.
   *
   * @throws CorruptSnapshotException if anything differs from what was written
   * @throws UnsupportedSnapshotException if it is whole but of another format
   * @throws SnapshotKeyException if it is protected
   */
  public static SnapshotManifest decode(byte[] bytes) {
    return decode(bytes, Protection.NONE);
  }

  /**
   * Reads and proves a manifest: its checksum, its signature, its sealed contents.
   *
   * @throws CorruptSnapshotException if anything differs from what was written
   * @throws UnsupportedSnapshotException if it is whole but of another format
   * @throws SnapshotKeyException if a key is missing or another one, or protection is demanded and
   *     it has none
   */
  public static SnapshotManifest decode(byte[] bytes, Protection protection) {
    return read(bytes, in -> decode(bytes, in, protection));
  }

  /**
   * Reads the part that needs no keys.
   *
   * @throws CorruptSnapshotException if its checksum does not fit
   * @throws UnsupportedSnapshotException if it is whole but of another format
   */
  public static SnapshotOutline outline(byte[] bytes) {
    return read(bytes, OutlineCodec::read);
  }

  private static <T> T read(byte[] bytes, Function<Input, T> reader) {
    checkFrame(bytes);
    checkFormat(bytes[MAGIC.length] & 0xff);
    try (Input in = new Input(bytes, HEAD_BYTES, bytes.length - SMALLEST)) {
      return reader.apply(in);
    } catch (KryoException
        | IllegalArgumentException
        | DateTimeException
        | CorruptChangesException e) {
      // Only by a forged or wrongly written manifest: the checksum was right.
      throw new CorruptSnapshotException("snapshot manifest is not consistent: " + e, e);
    }
  }

  private static SnapshotManifest decode(byte[] bytes, Input in, Protection protection) {
    SnapshotOutline outline = OutlineCodec.read(in);
    SnapshotSeal seal =
        outline.seal().unlock(protection, outline.storeId(), outline.sequenceNumber());
    byte[] associated = Arrays.copyOf(bytes, in.position());
    byte[] contents = in.readBytes(readCount(in, 1));
    if (seal.signedWith().isPresent()) {
      int signed = in.position();
      if (!MessageDigest.isEqual(seal.keys().sign(bytes, signed), in.readBytes(Sha256.BYTES))) {
        throw forged(outline, "its signature does not fit: altered since it was written", null);
      }
    }
    if (!in.end()) {
      throw forged(outline, "bytes follow its end at " + in.position(), null);
    }
    return manifest(outline, seal, readContents(opened(outline, seal, associated, contents)));
  }

  private static byte[] opened(
      SnapshotOutline outline, SnapshotSeal seal, byte[] associated, byte[] contents) {
    if (seal.encryptedWith().isEmpty()) {
      return contents;
    }
    try {
      return seal.keys().openContents(associated, contents);
    } catch (AEADBadTagException e) {
      throw forged(outline, "its seal does not fit: altered since it was written", e);
    }
  }

  private static Contents readContents(byte[] bytes) {
    try (Input in = new Input(bytes)) {
      List<SnapshotManifest.Table> tables = new ArrayList<>();
      for (int left = readCount(in, 19); left > 0; left--) {
        TableName name = new TableName(readText(in), readText(in));
        long rows = in.readVarLong(true);
        TableDigest digest = new TableDigest(in.readLong(), in.readLong());
        tables.add(new SnapshotManifest.Table(name, rows, digest));
      }
      List<SequencePosition> positions = RowChangesCodec.read(in).positions();
      if (!in.end()) {
        throw new IllegalArgumentException("bytes follow the contents at " + in.position());
      }
      return new Contents(tables, positions);
    }
  }

  private static SnapshotManifest manifest(
      SnapshotOutline outline, SnapshotSeal seal, Contents contents) {
    return new SnapshotManifest(
        outline.storeId(),
        outline.epoch(),
        outline.sequenceNumber(),
        outline.time(),
        outline.schemaVersion(),
        outline.h2Version(),
        outline.compression(),
        contents.positions(),
        outline.sections(),
        contents.tables(),
        seal);
  }

  private static CorruptSnapshotException forged(
      SnapshotOutline outline, String problem, @Nullable Throwable cause) {
    return new CorruptSnapshotException(
        "snapshot manifest cannot be used: storeId=%s sequenceNumber=%d %s"
            .formatted(outline.storeId(), outline.sequenceNumber(), problem),
        cause);
  }

  private static void checkFormat(int format) {
    if (format > FORMAT) {
      throw new UnsupportedSnapshotException(
          "snapshot is from a newer program: manifest format=%d newestKnown=%d; use a program at least as new as the one that wrote it"
              .formatted(format, FORMAT));
    }
    if (format < FORMAT) {
      throw new UnsupportedSnapshotException(
          "snapshot is of a format that was never released: manifest format=%d expected=%d; use the program that wrote it"
              .formatted(format, FORMAT));
    }
  }

  private static void checkFrame(byte[] bytes) {
    if (bytes.length < SMALLEST) {
      throw new CorruptSnapshotException(
          "snapshot manifest is damaged: bytes=%d smallest=%d".formatted(bytes.length, SMALLEST));
    }
    if (!Arrays.equals(bytes, 0, MAGIC.length, MAGIC, 0, MAGIC.length)) {
      throw new CorruptSnapshotException(
          "snapshot manifest is damaged: it does not begin with SCRPMANI");
    }
    int covered = bytes.length - Sha256.BYTES;
    byte[] found = Sha256.of(bytes, 0, covered);
    if (!Arrays.equals(bytes, covered, bytes.length, found, 0, found.length)) {
      throw new CorruptSnapshotException(
          "snapshot manifest is damaged: bytes=%d sha256 expected=%s found=%s"
              .formatted(
                  bytes.length,
                  HexFormat.of().formatHex(bytes, covered, bytes.length),
                  HexFormat.of().formatHex(found)));
    }
  }
}
