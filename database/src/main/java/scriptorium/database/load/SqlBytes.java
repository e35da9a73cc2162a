package scriptorium.database.load;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.h2.util.StringUtils;

/**
 * A statement's bytes, read from left to right. The bytes are UTF-8; what decides where something
 * ends is ASCII. For one thread.
 */
final class SqlBytes {
  private static final byte[] NONE = {};

  private byte[] bytes = NONE;
  private int end;

  /** Where reading goes on. */
  int at;

  void set(byte[] statement, int from, int to) {
    bytes = statement;
    at = from;
    end = to;
  }

  /** What is read; to be read only. */
  byte[] bytes() {
    return bytes;
  }

  /** Where the statement ends in it. */
  int end() {
    return end;
  }

  /** Where a text that is next ends; -1 if it is not. */
  int behind(byte[] expected) {
    int behind = at + expected.length;
    return behind <= end && Arrays.equals(bytes, at, behind, expected, 0, expected.length)
        ? behind
        : -1;
  }

  boolean atEnd() {
    return at == end;
  }

  /** The next byte, or 0 at the end; negative where it is not ASCII. */
  int peek() {
    return at < end ? bytes[at] : 0;
  }

  /** A byte further on, or 0 behind the end. */
  int peek(int ahead) {
    return at + ahead < end ? bytes[at + ahead] : 0;
  }

  void skipBlanks() {
    while (at < end && bytes[at] <= ' ' && bytes[at] >= 0) {
      at++;
    }
  }

  /** Goes behind a character if it is next. */
  boolean skip(char expected) {
    if (peek() == expected) {
      at++;
      return true;
    }
    return false;
  }

  /** Goes behind a text if it is next. */
  boolean skip(String expected) {
    int length = expected.length();
    if (at + length > end) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      if (bytes[at + i] != expected.charAt(i)) {
        return false;
      }
    }
    at += length;
    return true;
  }

  void require(String expected) {
    if (!skip(expected)) {
      throw unexpected(expected);
    }
  }

  /** Whether the next bytes are those of another statement's begin. */
  boolean skip(byte[] other, int length) {
    if (at + length > end) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      if (bytes[at + i] != other[i]) {
        return false;
      }
    }
    at += length;
    return true;
  }

  /** Tells where, but no value. */
  LoadViolationException unexpected(String expected) {
    return new LoadViolationException(
        "script is not readable: expected=" + expected + " at byte=" + at + " of the statement");
  }

  /** A copy of some bytes. */
  byte[] copy(int from, int to) {
    byte[] copy = new byte[to - from];
    System.arraycopy(bytes, from, copy, 0, copy.length);
    return copy;
  }

  /** Some bytes as text. */
  String text(int from, int to) {
    return new String(bytes, from, to - from, StandardCharsets.UTF_8);
  }

  /** Some bytes that are known to be ASCII as text. */
  String asciiText(int from, int to) {
    return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
  }

  /**
   * Reads {@code '…'} or {@code "…"}, begun at its quote; goes behind it.
   *
   * @throws LoadViolationException if it does not end
   */
  String quoted() {
    byte quote = bytes[at];
    int from = at + 1;
    int doubled = 0;
    int seen = 0;
    for (int i = from; i < end; i++) {
      byte b = bytes[i];
      if (b == quote) {
        if (i + 1 < end && bytes[i + 1] == quote) {
          doubled++;
          i++;
        } else {
          at = i + 1;
          String text = seen < 0 ? text(from, i) : asciiText(from, i);
          String one = String.valueOf((char) quote);
          return doubled == 0 ? text : text.replace(one + one, one);
        }
      }
      seen |= b;
    }
    throw unexpected("closing " + (char) quote);
  }

  /** Reads the same behind {@code U&}, of which the escapes are decoded. */
  String quotedUnicode() {
    return StringUtils.decodeUnicodeStringSQL(quoted(), '\\');
  }

  /** Reads a quoted name, with or without {@code U&}. */
  String name() {
    boolean unicode = skip("U&");
    if (peek() != '"') {
      throw unexpected("a quoted name");
    }
    return unicode ? quotedUnicode() : quoted();
  }

  /** Goes behind an expression: to the comma or bracket that ends it. */
  void skipExpression() {
    int depth = 0;
    for (; at < end; at++) {
      byte b = bytes[at];
      if (b == '\'' || b == '"') {
        skipQuoted(b);
      } else if (b == '(' || b == '[') {
        depth++;
      } else if (depth > 0 ? b == ')' || b == ']' : b == ')' || b == ',') {
        if (depth == 0) {
          return;
        }
        depth--;
      }
    }
    throw unexpected("closing bracket");
  }

  private void skipQuoted(byte quote) {
    do {
      at++;
      if (at == end) {
        throw unexpected("closing " + (char) quote);
      }
    } while (bytes[at] != quote);
  }
}
