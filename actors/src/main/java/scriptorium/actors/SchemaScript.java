package scriptorium.actors;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.OptionalInt;

/**
 * One schema change: statements of SQL, DDL and DML mixed, that are applied all or not at all and
 * journaled as one event.
 *
 * @param version its place among the numbered scripts, from 1; empty for a change by hand that has
 *     no number
 * @param name what it is called, its file name where it comes from a file
 * @param sql its statements, separated by semicolons
 */
public record SchemaScript(OptionalInt version, String name, String sql) {

  /** Refuses versions below one. */
  public SchemaScript {
    if (version.isPresent() && version.getAsInt() < 1) {
      throw new IllegalArgumentException(
          "schema version out of range: name="
              + name
              + " version="
              + version.getAsInt()
              + " min=1");
    }
  }

  /** A numbered script. */
  public static SchemaScript numbered(int version, String name, String sql) {
    return new SchemaScript(OptionalInt.of(version), name, sql);
  }

  /** A change by hand, without a number. */
  public static SchemaScript adHoc(String name, String sql) {
    return new SchemaScript(OptionalInt.empty(), name, sql);
  }

  /** SHA-256 of its text with line ends made equal, by which a changed script is found out. */
  public String checksum() {
    try {
      byte[] text = sql.replace("\r\n", "\n").getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java lacks SHA-256, which every Java must have", e);
    }
  }
}
