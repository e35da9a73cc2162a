package scriptorium.drills.failover.check;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.UUID;
import java.util.zip.CRC32C;

/** Writes segment files by docs/segment-format.md. */
final class JournalFixture {

  private static final int SEGMENT_BYTES = 8192;

  private final Path folder;
  private ByteBuffer segment = ByteBuffer.allocate(0);
  private long epoch;
  private long index;
  private long next = 1;
  private long hash;
  private long counter;
  private int end;

  JournalFixture(Path folder) {
    this.folder = folder;
  }

  /** A new epoch that follows all that was written so far. */
  JournalFixture open(long newEpoch) throws IOException {
    return openAfter(newEpoch, epoch, index, end, next - 1, hash);
  }

  /** A new epoch that follows this end of a predecessor. */
  JournalFixture openAfter(long newEpoch, long before, int offset, long last, long hashThere)
      throws IOException {
    return openAfter(newEpoch, before, 0, offset, last, hashThere);
  }

  private JournalFixture openAfter(
      long newEpoch, long before, long beforeIndex, int offset, long last, long hashThere)
      throws IOException {
    epoch = newEpoch;
    index = 0;
    next = last + 1;
    hash = hashThere;
    counter = 0;
    begin();
    byte[] id = "main".getBytes(StandardCharsets.UTF_8);
    ByteBuffer opening = ByteBuffer.allocate(48 + 4 + id.length + 4);
    opening
        .putLong(before)
        .putLong(beforeIndex)
        .putLong(offset)
        .putLong(last)
        .putLong(hashThere)
        .putLong(0);
    opening.putInt(id.length).put(id).putInt(0);
    return frame(1, 0, opening.array());
  }

  /** Goes on in the epoch's next segment. */
  JournalFixture roll() {
    index++;
    begin();
    return this;
  }

  private void begin() {
    segment = ByteBuffer.allocate(SEGMENT_BYTES);
    segment.put("SCRIPSEG".getBytes(StandardCharsets.US_ASCII)).putInt(1).putInt(128);
    segment.putLong(24, epoch).putLong(32, index).putLong(40, SEGMENT_BYTES).putLong(48, next);
    segment.putLong(56, hash).putLong(64, counter);
    segment.putInt(124, crc(segment.array(), 0, 124));
    end = 128;
  }

  /** One frame with an event for each txId. */
  JournalFixture events(UUID... txIds) throws IOException {
    ByteBuffer payload = ByteBuffer.allocate(SEGMENT_BYTES);
    for (UUID txId : txIds) {
      byte[] entry = entry("C", txId);
      payload.putInt(entry.length).put(entry);
    }
    return frame(2, txIds.length, Arrays.copyOf(payload.array(), payload.position()));
  }

  /** The frame that says that events up to this number are deleted. */
  JournalFixture deleteTo(long number) throws IOException {
    return frame(3, 0, ByteBuffer.allocate(Long.BYTES).putLong(number).array());
  }

  /** The frame that ends an epoch in order. */
  JournalFixture seal() throws IOException {
    return frame(5, 0, new byte[0]);
  }

  int end() {
    return end;
  }

  long hash() {
    return hash;
  }

  /** Leaves out numbers, as a writer with a fault would. */
  void skipNumbers(int count) {
    next += count;
  }

  Path file() {
    return folder.resolve(String.format(Locale.ROOT, "segment-%010d-%010d.log", epoch, index));
  }

  static byte[] entry(String manifest, UUID txId) {
    byte[] kind = manifest.getBytes(StandardCharsets.UTF_8);
    ByteBuffer entry = ByteBuffer.allocate(200);
    entry.put((byte) 1).put((byte) 0).putLong(0).putInt(1_397_900_882);
    entry.putShort((short) kind.length).put(kind).putShort((short) 0);
    entry.putShort((short) 2).put("id".getBytes(StandardCharsets.UTF_8));
    entry.put((byte) 1).put((byte) 0x80).put((byte) 0x01); // Version, and a time of two bytes.
    entry.putLong(Long.reverseBytes(txId.getMostSignificantBits()));
    entry.putLong(Long.reverseBytes(txId.getLeastSignificantBits()));
    return Arrays.copyOf(entry.array(), entry.position());
  }

  private JournalFixture frame(int kind, int count, byte[] payload) throws IOException {
    int at = (int) SegmentFile.startAfter(end);
    ByteBuffer frame = segment.slice(at, 96 + payload.length + 8);
    frame.putInt(0x5346524D).putInt(kind).putInt(payload.length).putInt(count);
    frame.putLong(epoch).putLong(next).putLong(hash).putLong(counter);
    frame.putInt(76, crc(payload, 0, payload.length));
    frame.putInt(92, crc(segment.array(), at, 92));
    frame.position(96).put(payload).put("FRAMEEND".getBytes(StandardCharsets.US_ASCII));
    hash = Xxh64.hash(segment.array(), at, 96 + payload.length);
    next += count;
    counter++;
    end = (at + 96 + payload.length + 8 + 7) / 8 * 8;
    Files.write(file(), segment.array());
    return this;
  }

  private static int crc(byte[] bytes, int offset, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, offset, length);
    return (int) crc.getValue();
  }
}
