package scriptorium.drills.print;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import scriptorium.drills.command.EnvironmentException;

/** Writes maps, lists, texts, numbers and booleans as JSON (RFC 8259), indented by two. */
public final class Json {

  private final StringBuilder out = new StringBuilder();

  private Json() {}

  /**
   * The value as JSON text with a line end.
   *
   * @param value a map with text keys, a list, a text, a finite number, a boolean or null; anything
   *     else is written as its text
   */
  public static String of(@Nullable Object value) {
    Json json = new Json();
    json.value(value, 0);
    return json.out.append('\n').toString();
  }

  /**
   * Writes a value to a file, replacing what was there.
   *
   * @throws EnvironmentException when the file cannot be written
   */
  public static void write(Path file, @Nullable Object value) {
    try {
      Files.writeString(file, of(value), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new EnvironmentException("JSON file cannot be written: file=" + file + " " + e, e);
    }
  }

  private void value(@Nullable Object value, int depth) {
    if (value instanceof Map<?, ?> map) {
      object(map, depth);
    } else if (value instanceof List<?> list) {
      array(list, depth);
    } else if (value instanceof Double number && !Double.isFinite(number)) {
      // JSON has no word for it; a reader must not take it for a measured number.
      out.append("null");
    } else if (value == null || value instanceof Number || value instanceof Boolean) {
      out.append(value);
    } else {
      text(value.toString());
    }
  }

  private void object(Map<?, ?> map, int depth) {
    out.append('{');
    for (Iterator<? extends Map.Entry<?, ?>> i = map.entrySet().iterator(); i.hasNext(); ) {
      Map.Entry<?, ?> entry = i.next();
      newLine(depth + 1);
      text(String.valueOf(entry.getKey()));
      out.append(": ");
      value(entry.getValue(), depth + 1);
      out.append(i.hasNext() ? "," : "");
    }
    if (!map.isEmpty()) {
      newLine(depth);
    }
    out.append('}');
  }

  private void array(List<?> list, int depth) {
    out.append('[');
    for (Iterator<?> i = list.iterator(); i.hasNext(); ) {
      newLine(depth + 1);
      value(i.next(), depth + 1);
      out.append(i.hasNext() ? "," : "");
    }
    if (!list.isEmpty()) {
      newLine(depth);
    }
    out.append(']');
  }

  private void newLine(int depth) {
    out.append('\n').append("  ".repeat(depth));
  }

  private void text(String text) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c < ' ') {
        out.append(String.format("\\u%04x", (int) c));
      } else {
        out.append(c);
      }
    }
    out.append('"');
  }
}
