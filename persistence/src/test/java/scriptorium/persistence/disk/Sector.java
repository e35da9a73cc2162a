package scriptorium.persistence.disk;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** The bytes of one sector, which a disk writes whole or not at all. Never changes. */
final class Sector {
  static final int BYTES = 512;
  static final Sector ZEROS = new Sector(new byte[BYTES]);

  private static final long PRIME = 0x9E3779B185EBCA87L;

  private final byte[] bytes;
  private final long hash;

  private Sector(byte[] bytes) {
    this.bytes = bytes;
    long sum = 0;
    ByteBuffer in = ByteBuffer.wrap(bytes);
    while (in.hasRemaining()) {
      sum = Long.rotateLeft((sum ^ in.getLong()) * PRIME, 29);
    }
    hash = sum;
  }

  /** This one with some bytes replaced by those that come next in a buffer. */
  Sector with(int from, int length, ByteBuffer source) {
    byte[] changed = bytes.clone();
    source.get(changed, from, length);
    return Arrays.equals(changed, bytes)
        ? this
        : Arrays.equals(changed, ZEROS.bytes) ? ZEROS : new Sector(changed);
  }

  void read(int from, int length, ByteBuffer into) {
    into.put(bytes, from, length);
  }

  long hash() {
    return hash;
  }
}
