package scriptorium.snapshots;

import static scriptorium.snapshots.ManifestFields.readCount;
import static scriptorium.snapshots.ManifestFields.readText;
import static scriptorium.snapshots.ManifestFields.writeText;

import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import scriptorium.keys.Protection;
import scriptorium.snapshots.SnapshotSeal.KeyMark;

/** Bytes of the part of a manifest that is never encrypted. */
final class OutlineCodec {
  private static final int SIGNED = 1;
  private static final int ENCRYPTED = 2;

  private OutlineCodec() {}

  static void write(Output out, SnapshotOutline outline) {
    writeText(out, outline.storeId());
    out.writeVarLong(outline.epoch(), true);
    out.writeVarLong(outline.sequenceNumber(), true);
    Instant time = outline.time();
    long seconds = time.getEpochSecond();
    int nanos = time.getNano();
    out.writeLong(seconds);
    out.writeInt(nanos);
    out.writeVarInt(outline.schemaVersion(), true);
    writeText(out, outline.h2Version());
    out.writeByte(outline.compression().code());
    writeSeal(out, outline.seal());
    out.writeVarInt(outline.sections().size(), true);
    outline.sections().forEach(section -> writeSection(out, section));
  }

  private static void writeSeal(Output out, SnapshotSeal seal) {
    int signed = seal.signing().isPresent() ? SIGNED : 0;
    int encrypted = seal.encryption().isPresent() ? ENCRYPTED : 0;
    out.writeByte(signed | encrypted);
    out.writeBytes(seal.salt());
    seal.signing().ifPresent(mark -> writeMark(out, mark));
    seal.encryption().ifPresent(mark -> writeMark(out, mark));
  }

  private static void writeMark(Output out, KeyMark mark) {
    writeText(out, mark.keyId());
    out.writeBytes(HexFormat.of().parseHex(mark.check()));
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

  static SnapshotOutline read(Input in) {
    String storeId = readText(in);
    long epoch = in.readVarLong(true);
    long sequenceNumber = in.readVarLong(true);
    Instant time = Instant.ofEpochSecond(in.readLong(), in.readInt());
    int schemaVersion = in.readVarInt(true);
    String h2Version = readText(in);
    Compression compression = Compression.ofCode(in.readByte());
    SnapshotSeal seal = readSeal(in);
    List<SnapshotManifest.Section> sections = new ArrayList<>();
    for (int left = readCount(in, 4); left > 0; left--) {
      sections.add(readSection(in));
    }
    return new SnapshotOutline(
        storeId,
        epoch,
        sequenceNumber,
        time,
        schemaVersion,
        h2Version,
        compression,
        seal,
        sections);
  }

  private static SnapshotSeal readSeal(Input in) {
    int flags = in.readByte();
    if ((flags & ~(SIGNED | ENCRYPTED)) != 0) {
      throw new UnsupportedSnapshotException(
          "snapshot is protected in an unknown way: flags=%d; use the program that wrote it"
              .formatted(flags));
    }
    if (flags == 0) {
      return SnapshotSeal.NONE;
    }
    byte[] salt = in.readBytes(Protection.SALT_BYTES);
    Optional<KeyMark> signing = readMark(in, flags & SIGNED);
    return SnapshotSeal.read(salt, signing, readMark(in, flags & ENCRYPTED));
  }

  private static Optional<KeyMark> readMark(Input in, int flag) {
    return flag == 0
        ? Optional.empty()
        : Optional.of(
            new KeyMark(
                readText(in), HexFormat.of().formatHex(in.readBytes(SealKeys.CHECK_BYTES))));
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
}
