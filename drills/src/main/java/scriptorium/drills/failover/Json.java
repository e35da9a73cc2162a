package scriptorium.drills.failover;

import java.util.List;
import java.util.Locale;
import java.util.function.BiConsumer;

/** Writes one JSON object; no more than a report needs. */
final class Json {

  private final StringBuilder out = new StringBuilder();

  Json begin() {
    out.append('{');
    return this;
  }

  Json field(String name, long value) {
    name(name).append(value);
    return this;
  }

  Json field(String name, boolean value) {
    name(name).append(value);
    return this;
  }

  <T> void array(String name, List<T> items, BiConsumer<Json, T> fields) {
    name(name).append('[');
    for (T item : items) {
      comma();
      begin();
      fields.accept(this, item);
      out.append('}');
    }
    out.append(']');
  }

  void strings(String name, List<String> items) {
    name(name).append('[');
    for (String item : items) {
      comma();
      string(item);
    }
    out.append(']');
  }

  String end() {
    return out.append('}').toString();
  }

  private StringBuilder name(String name) {
    comma();
    string(name);
    return out.append(':');
  }

  private void comma() {
    char last = out.charAt(out.length() - 1);
    if (last != '{' && last != '[') {
      out.append(',');
    }
  }

  private void string(String text) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c < ' ') {
        out.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
      } else {
        out.append(c);
      }
    }
    out.append('"');
  }
}
