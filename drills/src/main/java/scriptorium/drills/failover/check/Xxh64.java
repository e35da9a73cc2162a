package scriptorium.drills.failover.check;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** XXH64 with seed 0, written from its description in docs/segment-format.md. */
final class Xxh64 {

  private static final long P1 = 0x9E3779B185EBCA87L;
  private static final long P2 = 0xC2B2AE3D27D4EB4FL;
  private static final long P3 = 0x165667B19E3779F9L;
  private static final long P4 = 0x85EBCA77C2B2AE63L;
  private static final long P5 = 0x27D4EB2F165667C5L;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private Xxh64() {}

  static long hash(byte[] bytes, int offset, int length) {
    int end = offset + length;
    int at = offset;
    long h = P5;
    if (length >= 32) {
      int last = end - 32;
      long v1 = Long.sum(P1, P2); // Overflows, as it is meant to.
      long v2 = P2;
      long v3 = 0;
      long v4 = -P1;
      for (; at <= last; at += 32) {
        v1 = round(v1, lane(bytes, at));
        v2 = round(v2, lane(bytes, at + 8));
        v3 = round(v3, lane(bytes, at + 16));
        v4 = round(v4, lane(bytes, at + 24));
      }
      h =
          Long.rotateLeft(v1, 1)
              + Long.rotateLeft(v2, 7)
              + Long.rotateLeft(v3, 12)
              + Long.rotateLeft(v4, 18);
      h = merge(merge(merge(merge(h, v1), v2), v3), v4);
    }
    return finish(bytes, at, end, h + length);
  }

  private static long finish(byte[] bytes, int from, int end, long start) {
    int at = from;
    long h = start;
    for (; at + 8 <= end; at += 8) {
      h = Long.rotateLeft(h ^ round(0, lane(bytes, at)), 27) * P1 + P4;
    }
    if (at + 4 <= end) {
      h = Long.rotateLeft(h ^ ((int) INT.get(bytes, at) & 0xFFFFFFFFL) * P1, 23) * P2 + P3;
      at += 4;
    }
    for (; at < end; at++) {
      h = Long.rotateLeft(h ^ (bytes[at] & 0xFF) * P5, 11) * P1;
    }
    h = (h ^ (h >>> 33)) * P2;
    h = (h ^ (h >>> 29)) * P3;
    return h ^ (h >>> 32);
  }

  private static long round(long accumulator, long lane) {
    return Long.rotateLeft(accumulator + lane * P2, 31) * P1;
  }

  private static long merge(long h, long v) {
    return (h ^ round(0, v)) * P1 + P4;
  }

  private static long lane(byte[] bytes, int at) {
    return (long) LONG.get(bytes, at);
  }
}
