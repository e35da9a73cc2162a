package scriptorium.benchmarks.journal;

import java.nio.ByteBuffer;

/**
 * An event that knows when it was sent.
 *
 * @param round of the benchmark; 0 warms up, negative ends it
 * @param sentMicros by the machine's clock, which both processes share
 */
record TailEvent(int round, long sentMicros) {

  private static final int END = -1;

  static TailEvent end() {
    return new TailEvent(END, 0);
  }

  boolean isEnd() {
    return round == END;
  }

  byte[] toBytes() {
    byte[] bytes = new byte[Groups.EVENT_BYTES];
    ByteBuffer.wrap(bytes).putInt(round).putLong(sentMicros);
    return bytes;
  }

  static TailEvent of(Object event) {
    ByteBuffer bytes = ByteBuffer.wrap((byte[]) event);
    return new TailEvent(bytes.getInt(), bytes.getLong());
  }
}
