package scriptorium.persistence.files;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;

/**
 * Names of stores and persistence ids as parts of file names.
 *
 * <p>Letters, digits, {@code -}, {@code _} and inner dots stay; every other byte of the UTF-8 form
 * becomes {@code %XX}, so that no name leaves its folder or hides in it. A name longer than {@value
 * #LONGEST} characters after that keeps its beginning and gets a {@code ~} and a SHA-256, because
 * file systems end names at 255 bytes; the file itself carries the whole id.
 */
final class EncodedName {
  static final int LONGEST = 200;
  private static final int KEPT = 90;
  private static final HexFormat HEX = HexFormat.of().withUpperCase();

  private EncodedName() {}

  /** Returns the folder name of the store that a persistence id belongs to. */
  static String ofStore(String persistenceId) {
    return of(storeOf(persistenceId));
  }

  /** Returns the store of a persistence id: what precedes its first {@code |}. */
  static String storeOf(String persistenceId) {
    int bar = persistenceId.indexOf('|');
    return bar < 0 ? persistenceId : persistenceId.substring(0, bar);
  }

  static String of(String name) {
    StringBuilder encoded = new StringBuilder(name.length() + 8);
    for (byte b : name.getBytes(StandardCharsets.UTF_8)) {
      if (isPlain((char) b, encoded.isEmpty())) {
        encoded.append((char) b);
      } else {
        encoded.append('%').append(HEX.toHexDigits(b));
      }
    }
    if (encoded.isEmpty()) {
      return "%";
    }
    return encoded.length() <= LONGEST
        ? encoded.toString()
        : encoded.substring(0, KEPT) + "~" + HEX.formatHex(sha256(name));
  }

  /** Returns the name that was encoded; empty for one that was shortened, or is none of ours. */
  static Optional<String> decode(String encoded) {
    if (encoded.contains("~") || !encoded.matches("([A-Za-z0-9_.-]|%[0-9A-F]{2})+")) {
      return Optional.empty();
    }
    ByteArrayOutputStream utf8 = new ByteArrayOutputStream();
    for (int i = 0; i < encoded.length(); i++) {
      if (encoded.charAt(i) == '%') {
        utf8.write(HexFormat.fromHexDigits(encoded, i + 1, i + 3));
        i += 2;
      } else {
        utf8.write(encoded.charAt(i));
      }
    }
    return Optional.of(utf8.toString(StandardCharsets.UTF_8));
  }

  private static boolean isPlain(char c, boolean first) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || c == '-'
        || c == '_'
        || (c == '.' && !first);
  }

  private static byte[] sha256(String name) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(name.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
