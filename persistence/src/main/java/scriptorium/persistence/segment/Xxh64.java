package scriptorium.persistence.segment;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * XXH64 with seed 0: the chain hash. Sixty-four bits, because it tells two histories apart where a
 * checksum of 32 bits would sometimes take them for the same; fast enough not to be seen beside a
 * force.
 */
final class Xxh64 {
  private static final long P1 = 0x9E3779B185EBCA87L;
  private static final long P2 = 0xC2B2AE3D27D4EB4FL;
  private static final long P3 = 0x165667B19E3779F9L;
  private static final long P4 = 0x85EBCA77C2B2AE63L;
  private static final long P5 = 0x27D4EB2F165667C5L;
  private static final long P1_PLUS_P2 = 0x60EA27EEADC0B5D6L;
  private static final int STRIPE_BYTES = 32;
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private long v1 = P1_PLUS_P2;
  private long v2 = P2;
  private long v3;
  private long v4 = -P1;
  private final byte[] rest = new byte[STRIPE_BYTES];
  private int restBytes;
  private long bytesBefore;

  static long hash(byte[] bytes, int offset, int length) {
    Xxh64 hash = new Xxh64();
    hash.update(bytes, offset, length);
    return hash.value();
  }

  /** Adds bytes behind those before; however they are cut, the hash is the same. */
  void update(byte[] bytes, int offset, int length) {
    int at = offset;
    int end = offset + length;
    if (restBytes > 0) {
      int more = Math.min(length, STRIPE_BYTES - restBytes);
      System.arraycopy(bytes, at, rest, restBytes, more);
      restBytes += more;
      at += more;
      if (restBytes < STRIPE_BYTES) {
        return;
      }
      stripes(rest, 0, STRIPE_BYTES);
      restBytes = 0;
    }
    int wholeEnd = end - ((end - at) & (STRIPE_BYTES - 1));
    stripes(bytes, at, wholeEnd);
    restBytes = end - wholeEnd;
    System.arraycopy(bytes, wholeEnd, rest, 0, restBytes);
  }

  private void stripes(byte[] bytes, int offset, int end) {
    long a1 = v1;
    long a2 = v2;
    long a3 = v3;
    long a4 = v4;
    for (int i = offset; i < end; i += STRIPE_BYTES) {
      a1 = round(a1, (long) LONGS.get(bytes, i));
      a2 = round(a2, (long) LONGS.get(bytes, i + 8));
      a3 = round(a3, (long) LONGS.get(bytes, i + 16));
      a4 = round(a4, (long) LONGS.get(bytes, i + 24));
    }
    v1 = a1;
    v2 = a2;
    v3 = a3;
    v4 = a4;
    bytesBefore += end - offset;
  }

  /** The hash of all bytes so far. */
  long value() {
    long h = bytesBefore == 0 ? P5 : merged();
    return tail(h + bytesBefore + restBytes, rest, 0, restBytes);
  }

  private long merged() {
    long h =
        Long.rotateLeft(v1, 1)
            + Long.rotateLeft(v2, 7)
            + Long.rotateLeft(v3, 12)
            + Long.rotateLeft(v4, 18);
    h = (h ^ round(0, v1)) * P1 + P4;
    h = (h ^ round(0, v2)) * P1 + P4;
    h = (h ^ round(0, v3)) * P1 + P4;
    return (h ^ round(0, v4)) * P1 + P4;
  }

  private static long tail(long start, byte[] bytes, int from, int end) {
    long h = start;
    int at = from;
    for (; at <= end - 8; at += 8) {
      h = Long.rotateLeft(h ^ round(0, (long) LONGS.get(bytes, at)), 27) * P1 + P4;
    }
    if (at <= end - 4) {
      h = Long.rotateLeft(h ^ ((int) INTS.get(bytes, at) & 0xFFFFFFFFL) * P1, 23) * P2 + P3;
      at += 4;
    }
    for (; at < end; at++) {
      h = Long.rotateLeft(h ^ (bytes[at] & 0xFFL) * P5, 11) * P1;
    }
    h = (h ^ (h >>> 33)) * P2;
    h = (h ^ (h >>> 29)) * P3;
    return h ^ (h >>> 32);
  }

  private static long round(long accumulator, long lane) {
    return Long.rotateLeft(accumulator + lane * P2, 31) * P1;
  }
}
