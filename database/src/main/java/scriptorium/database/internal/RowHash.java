package scriptorium.database.internal;

import com.esotericsoftware.kryo.io.Output;
import java.io.OutputStream;
import org.h2.result.SearchRow;
import scriptorium.database.change.ValueEncoding;

/**
 * Adds up a 128-bit hash of each encoded row, modulo 2^128, and counts the rows.
 *
 * <p>That is the additive multiset hash MSet-Add-Hash (Clarke, Devadas, van Dijk, Gassend, Suh:
 * "Incremental Multiset Hash Functions", 2003) without its key: the order of the rows does not
 * matter, equal rows count as often as they occur (exclusive-or would cancel pairs), and it detects
 * errors, not forgers. Generated columns are left out: a snapshot does not hold them.
 *
 * <p>For one thread.
 */
public final class RowHash {
  private static final int BUFFER_BYTES = 4096;

  private final int[] columns;
  private final Murmur128 hash = new Murmur128();
  private final Output output = new Output(new HashedStream(), BUFFER_BYTES);
  private long high;
  private long low;
  private long rows;

  /**
   * @param columns which columns count, ascending
   */
  public RowHash(int[] columns) {
    this.columns = columns.clone();
  }

  /** The sum's upper half. */
  public long high() {
    return high;
  }

  /** The sum's lower half. */
  public long low() {
    return low;
  }

  /** How many rows were added. */
  public long rows() {
    return rows;
  }

  /** Adds a row; the content of its LOBs passes through a buffer. */
  public void add(SearchRow row) {
    hash.start();
    for (int column : columns) {
      ValueEncoding.write(output, row.getValue(column));
    }
    output.flush();
    hash.finish();
    long sum = low + hash.low();
    high += hash.high() + (Long.compareUnsigned(sum, low) < 0 ? 1 : 0);
    low = sum;
    rows++;
  }

  private final class HashedStream extends OutputStream {
    @Override
    public void write(int b) {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int count) {
      hash.update(bytes, offset, count);
    }
  }
}
