package scriptorium.database;

import java.util.HexFormat;

/**
 * A 128-bit fingerprint of a table's rows that does not depend on their order: the sum of the rows'
 * MurmurHash3_x64_128 modulo 2^128 (an unkeyed MSet-Add-Hash, Clarke et al., 2003). It covers the
 * encoded values of all but generated columns, not the row keys. It detects errors, not forgers.
 */
public record TableDigest(long high, long low) {
  /** An empty table's. */
  public static final TableDigest EMPTY = new TableDigest(0, 0);

  @Override
  public String toString() {
    HexFormat hex = HexFormat.of();
    return hex.toHexDigits(high) + hex.toHexDigits(low);
  }
}
