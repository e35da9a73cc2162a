package scriptorium.persistence.segment;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/** The numbers of {@code docs/segment-format.md}, format 1, and the arithmetic of places. */
final class SegmentFormat {
  static final int VERSION = 1;

  static final int SEGMENT_HEADER_BYTES = 128;

  static final int FRAME_MAGIC = 0x5346524D;
  static final int FRAME_HEADER_BYTES = 96;
  static final int END_MARK_BYTES = 8;
  static final long END_MARK = 0x4652414D45454E44L;
  static final int MAX_PAYLOAD_BYTES = 1 << 30;

  /** A frame header never lies in two of these, so that a disk writes it whole or not at all. */
  static final int SECTOR_BYTES = 512;

  static final int ALIGNMENT = 8;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle SHORTS =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);

  private SegmentFormat() {}

  /** Where a frame of so many payload bytes that starts at {@code start} ends, padding included. */
  static long end(long start, int payloadBytes) {
    return align(start + FRAME_HEADER_BYTES + payloadBytes + END_MARK_BYTES);
  }

  /** Where the frame after one that ends at {@code end} starts. */
  static long nextStart(long end) {
    long left = SECTOR_BYTES - (end & (SECTOR_BYTES - 1));
    return left < FRAME_HEADER_BYTES ? end + left : end;
  }

  static long align(long offset) {
    return (offset + ALIGNMENT - 1) & -ALIGNMENT;
  }

  /** Parts of {@code bytes} between file offsets that are multiples of a sector: how many are 0. */
  static int zeroBlocks(byte[] bytes, int offset, int length, long fileOffset) {
    ZeroBlocks blocks = new ZeroBlocks(fileOffset);
    blocks.update(bytes, offset, length);
    return blocks.count();
  }

  static boolean isZero(byte[] bytes, int from, int to) {
    int at = from;
    for (; at <= to - 8; at += 8) {
      if ((long) LONGS.get(bytes, at) != 0) {
        return false;
      }
    }
    for (; at < to; at++) {
      if (bytes[at] != 0) {
        return false;
      }
    }
    return true;
  }

  static int crc(CRC32C crc, byte[] bytes, int offset, int length) {
    crc.reset();
    crc.update(bytes, offset, length);
    return (int) crc.getValue();
  }

  static long longAt(byte[] bytes, int offset) {
    return (long) LONGS.get(bytes, offset);
  }

  static int intAt(byte[] bytes, int offset) {
    return (int) INTS.get(bytes, offset);
  }

  static int shortAt(byte[] bytes, int offset) {
    return (short) SHORTS.get(bytes, offset) & 0xFFFF;
  }

  static void putLong(byte[] bytes, int offset, long value) {
    LONGS.set(bytes, offset, value);
  }

  static void putInt(byte[] bytes, int offset, int value) {
    INTS.set(bytes, offset, value);
  }

  static void putShort(byte[] bytes, int offset, int value) {
    SHORTS.set(bytes, offset, (short) value);
  }

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
