package scriptorium.snapshots;

import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import scriptorium.database.TableDigest;
import scriptorium.database.change.CorruptChangesException;
import scriptorium.database.change.RowChanges;
import scriptorium.database.change.RowChangesCodec;
import scriptorium.database.change.SequencePosition;
import scriptorium.database.change.TableName;

/**
 * Bytes of a manifest.
 *
 * <pre>
 * magic 8 | format 1 | storeId, epoch, sequenceNumber, time, schemaVersion, h2Version, compression
 *   | sections n, n × { name, rawBytes, chunks m, m × { length, SHA-256 } }
 *   | tables n, n × { schema, table, rows, digest 16 } | positions | SHA-256 of all before, 32
 * </pre>
 *
 * <p>The checksum comes before any decoding. Every format, also a future one, ends with it, so that
 * "damaged" and "newer" are never confused. Positions are change sets' own, as {@link
 * RowChangesCodec} writes them.
 */
public final class SnapshotManifestCodec {
  /** The one format there is. */
  public static final int FORMAT = 1;

  private static final byte[] MAGIC = "SCRPMANI".getBytes(StandardCharsets.US_ASCII);
  private static final int SMALLEST = MAGIC.length + 1 + Sha256.BYTES;
  private static final int LONGEST_TEXT_BYTES = 4_096;

  private SnapshotManifestCodec() {}

  /** Returns a manifest's bytes. */
  public static byte[] encode(SnapshotManifest manifest) {
    try (Output out = new Output(1_024, -1)) {
      out.writeBytes(MAGIC);
      out.writeByte(FORMAT);
      writeHead(out, manifest);
      out.writeVarInt(manifest.sections().size(), true);
      manifest.sections().forEach(section -> writeSection(out, section));
      out.writeVarInt(manifest.tables().size(), true);
      manifest.tables().forEach(table -> writeTable(out, table));
      RowChangesCodec.write(out, new RowChanges(List.of(), manifest.positions(), 0));
      byte[] body = out.toBytes();
      out.writeBytes(Sha256.of(body, 0, body.length));
      return out.toBytes();
    }
  }

  /**
   * Reads a manifest.
   *
   * @throws CorruptSnapshotException if anything differs from what was written
   * @throws UnsupportedSnapshotException if it is whole but of another format
   */
  public static SnapshotManifest decode(byte[] bytes) {
    checkFrame(bytes);
    int format = bytes[MAGIC.length];
    if (format != FORMAT) {
      throw new UnsupportedSnapshotException(
          "snapshot manifest is of another format: format=%d newestKnown=%d; use the program that wrote it"
              .formatted(format, FORMAT));
    }
    int body = MAGIC.length + 1;
    try (Input in = new Input(bytes, body, bytes.length - body - Sha256.BYTES)) {
      SnapshotManifest manifest = read(in);
      if (!in.end()) {
        throw new CorruptSnapshotException(
            "snapshot manifest is damaged: bytes follow its end at " + in.position());
      }
      return manifest;
    } catch (KryoException
        | IllegalArgumentException
        | DateTimeException
        | CorruptChangesException e) {
      // Only by a forged or wrongly written manifest: the checksum was right.
      throw new CorruptSnapshotException("snapshot manifest is not consistent: " + e, e);
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

  private static void writeHead(Output out, SnapshotManifest manifest) {
    writeText(out, manifest.storeId());
    out.writeVarLong(manifest.epoch(), true);
    out.writeVarLong(manifest.sequenceNumber(), true);
    Instant time = manifest.time();
    long seconds = time.getEpochSecond();
    int nanos = time.getNano();
    out.writeLong(seconds);
    out.writeInt(nanos);
    out.writeVarInt(manifest.schemaVersion(), true);
    writeText(out, manifest.h2Version());
    out.writeByte(manifest.compression().code());
  }

  private static void writeSection(Output out, SnapshotManifest.Section section) {
    writeText(out, section.name());
    out.writeVarLong(section.rawBytes(), true);
    out.writeVarInt(section.chunks().size(), true);
    for (SnapshotManifest.Chunk chunk : section.chunks()) {
      out.writeVarInt(chunk.length(), true);
      out.writeBytes(HexFormat.of().parseHex(chunk.sha256()));
    }
  }

  private static void writeTable(Output out, SnapshotManifest.Table table) {
    writeText(out, table.name().schema());
    writeText(out, table.name().table());
    out.writeVarLong(table.rows(), true);
    out.writeLong(table.digest().high());
    out.writeLong(table.digest().low());
  }

  private static SnapshotManifest read(Input in) {
    String storeId = readText(in);
    long epoch = in.readVarLong(true);
    long sequenceNumber = in.readVarLong(true);
    Instant time = Instant.ofEpochSecond(in.readLong(), in.readInt());
    int schemaVersion = in.readVarInt(true);
    String h2Version = readText(in);
    Compression compression = compression(in.readByte());
    List<SnapshotManifest.Section> sections = new ArrayList<>();
    for (int left = readCount(in, 4); left > 0; left--) {
      sections.add(readSection(in));
    }
    List<SnapshotManifest.Table> tables = new ArrayList<>();
    for (int left = readCount(in, 19); left > 0; left--) {
      tables.add(readTable(in));
    }
    List<SequencePosition> positions = RowChangesCodec.read(in).positions();
    return new SnapshotManifest(
        storeId,
        epoch,
        sequenceNumber,
        time,
        schemaVersion,
        h2Version,
        compression,
        positions,
        sections,
        tables);
  }

  private static SnapshotManifest.Section readSection(Input in) {
    String name = readText(in);
    long rawBytes = in.readVarLong(true);
    List<SnapshotManifest.Chunk> chunks = new ArrayList<>();
    for (int left = readCount(in, 1 + Sha256.BYTES); left > 0; left--) {
      int length = in.readVarInt(true);
      chunks.add(
          new SnapshotManifest.Chunk(length, HexFormat.of().formatHex(in.readBytes(Sha256.BYTES))));
    }
    return new SnapshotManifest.Section(name, rawBytes, chunks);
  }

  private static SnapshotManifest.Table readTable(Input in) {
    TableName name = new TableName(readText(in), readText(in));
    long rows = in.readVarLong(true);
    return new SnapshotManifest.Table(name, rows, new TableDigest(in.readLong(), in.readLong()));
  }

  private static Compression compression(int code) {
    for (Compression compression : Compression.values()) {
      if (compression.code() == code) {
        return compression;
      }
    }
    throw new UnsupportedSnapshotException(
        "snapshot is compressed in an unknown way: code=%d; use the program that wrote it"
            .formatted(code));
  }

  private static void writeText(Output out, String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    if (utf8.length > LONGEST_TEXT_BYTES) {
      throw new IllegalArgumentException(
          "name is too long: bytes=%d longest=%d".formatted(utf8.length, LONGEST_TEXT_BYTES));
    }
    out.writeVarInt(utf8.length, true);
    out.writeBytes(utf8);
  }

  private static String readText(Input in) {
    int length = in.readVarInt(true);
    if (length < 0 || length > LONGEST_TEXT_BYTES) {
      throw new IllegalArgumentException("declared text bytes=" + length);
    }
    return new String(in.readBytes(length), StandardCharsets.UTF_8);
  }

  /** Reads a count that the bytes left could hold: a forged one must not cost memory. */
  private static int readCount(Input in, int smallestEntryBytes) {
    int count = in.readVarInt(true);
    int left = in.limit() - in.position();
    if (count < 0 || count > left / smallestEntryBytes) {
      throw new IllegalArgumentException("declared count=%d bytes left=%d".formatted(count, left));
    }
    return count;
  }
}
