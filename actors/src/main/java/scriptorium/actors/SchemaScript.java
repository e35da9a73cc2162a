package scriptorium.actors;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * One schema script: statements of SQL that are applied all or not at all and journaled as one
 * event. Immutable. {@link SchemaScripts} reads them from files.
 *
 * @param kind when it is applied
 * @param version its place among the numbered scripts, from 1; empty for the other kinds
 * @param name what it is called, its file name where it comes from a file
 * @param sql its statements, separated by semicolons
 * @param down what takes a numbered script down again; journaled with it
 */
public record SchemaScript(
    Kind kind, OptionalInt version, String name, String sql, Optional<Down> down) {

  /** When a script is applied. */
  public enum Kind {
    /** Once, in the order of the numbers; DDL and DML mixed. */
    NUMBERED,
    /** At every start, after the numbered ones, by name; rows only. */
    REPEATABLE,
    /** When it is given, by hand; DDL and DML mixed. */
    AD_HOC
  }

  /**
   * A down script.
   *
   * @param name what it is called, its file name where it comes from a file
   * @param sql its statements, separated by semicolons
   */
  public record Down(String name, String sql) {
    /** As {@link SchemaScript#checksum}. */
    public String checksum() {
      return sha256(sql);
    }
  }

  /** Refuses a version, or a down script, that does not go with the kind. */
  public SchemaScript {
    if (version.isPresent() && version.getAsInt() < 1) {
      throw new IllegalArgumentException(
          "schema version out of range: name="
              + name
              + " version="
              + version.getAsInt()
              + " min=1");
    }
    if (version.isPresent() != (kind == Kind.NUMBERED)
        || (down.isPresent() && kind != Kind.NUMBERED)) {
      throw new IllegalArgumentException(
          "only a numbered script has a version and a down script: name=" + name + " kind=" + kind);
    }
  }

  /** A numbered script. */
  public static SchemaScript numbered(int version, String name, String sql) {
    return new SchemaScript(Kind.NUMBERED, OptionalInt.of(version), name, sql, Optional.empty());
  }

  /** A script whose rows are to be there at every start. */
  public static SchemaScript repeatable(String name, String sql) {
    return new SchemaScript(Kind.REPEATABLE, OptionalInt.empty(), name, sql, Optional.empty());
  }

  /** A change by hand, without a number. */
  public static SchemaScript adHoc(String name, String sql) {
    return new SchemaScript(Kind.AD_HOC, OptionalInt.empty(), name, sql, Optional.empty());
  }

  /** The same numbered script with what takes it down. */
  public SchemaScript withDown(String downName, String downSql) {
    return new SchemaScript(kind, version, name, sql, Optional.of(new Down(downName, downSql)));
  }

  /** SHA-256 of its text with line ends made equal, by which a changed script is found out. */
  public String checksum() {
    return sha256(sql);
  }

  private static String sha256(String sql) {
    try {
      byte[] text = sql.replace("\r\n", "\n").getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java lacks SHA-256, which every Java must have", e);
    }
  }
}
