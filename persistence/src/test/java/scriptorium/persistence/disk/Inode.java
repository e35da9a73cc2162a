package scriptorium.persistence.disk;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * One file without its names: what processes see of it, and what of that is durable.
 *
 * <p>Invariant: where {@code seen} and {@code durable} differ there is a pending change of the
 * disk, or the sector is in {@code dropped}.
 */
final class Inode {
  private final List<Sector> seen = new ArrayList<>();
  private final List<Sector> durable = new ArrayList<>();
  private final BitSet dropped = new BitSet();
  private long length;
  private long durableLength;
  int openHandles;

  /** The file as a power loss leaves it when nothing pending is kept. */
  Inode durableCopy() {
    Inode copy = new Inode();
    copy.durable.addAll(durable);
    copy.durableLength = durableLength;
    copy.settle();
    return copy;
  }

  /** Whatever is durable, and only that, is seen. */
  void settle() {
    seen.clear();
    seen.addAll(durable);
    length = durableLength;
  }

  int read(ByteBuffer into, long position) {
    if (position >= length) {
      return -1;
    }
    int count = (int) Math.min(into.remaining(), length - position);
    for (int done = 0; done < count; ) {
      int from = (int) ((position + done) % Sector.BYTES);
      int part = Math.min(count - done, Sector.BYTES - from);
      sector(seen, (int) ((position + done) / Sector.BYTES)).read(from, part, into);
      done += part;
    }
    return count;
  }

  /** Puts the rest of a buffer and notes what it changed. */
  void write(ByteBuffer from, long position, long call, List<Change> changes) {
    int zerosFrom = -1;
    long at = position;
    while (from.hasRemaining()) {
      int index = (int) (at / Sector.BYTES);
      int offset = (int) (at % Sector.BYTES);
      int part = Math.min(from.remaining(), Sector.BYTES - offset);
      Sector before = sector(seen, index);
      Sector after = before.with(offset, part, from);
      at += part;
      boolean zerosBehindEnd = after == Sector.ZEROS && index >= seen.size();
      boolean changed = after != before || dropped.get(index) || at > length;
      put(seen, index, after);
      dropped.clear(index);
      length = Math.max(length, at);
      if (zerosBehindEnd) {
        zerosFrom = zerosFrom < 0 ? index : zerosFrom;
        continue;
      }
      noteZeros(zerosFrom, index, call, changes);
      zerosFrom = -1;
      if (changed) {
        changes.add(new Change.SectorWrite(call, this, index, 1, after, length));
      }
    }
    noteZeros(zerosFrom, seen.size(), call, changes);
  }

  private void noteZeros(int from, int to, long call, List<Change> changes) {
    if (from >= 0) {
      changes.add(new Change.SectorWrite(call, this, from, to - from, Sector.ZEROS, length));
    }
  }

  /** A pending change reaches the disk. */
  void persist(Change.SectorWrite write) {
    for (int i = 0; i < write.sectors(); i++) {
      put(durable, write.index() + i, write.content());
    }
    long end = Math.min(write.endOfFile(), (long) (write.index() + write.sectors()) * Sector.BYTES);
    durableLength = Math.max(durableLength, end);
  }

  /** A pending change never reaches the disk though processes go on seeing it. */
  void drop(Change.SectorWrite write) {
    dropped.set(write.index(), write.index() + write.sectors());
  }

  long length() {
    return length;
  }

  long sectorBytes() {
    return (length + Sector.BYTES - 1) / Sector.BYTES * Sector.BYTES;
  }

  long fingerprint() {
    long sum = durableLength;
    for (Sector sector : durable) {
      sum = Long.rotateLeft(sum, 7) * 31 + sector.hash();
    }
    return sum;
  }

  private static Sector sector(List<Sector> sectors, int index) {
    return index < sectors.size() ? sectors.get(index) : Sector.ZEROS;
  }

  private static void put(List<Sector> sectors, int index, Sector content) {
    while (sectors.size() <= index) {
      sectors.add(Sector.ZEROS);
    }
    sectors.set(index, content);
  }
}
