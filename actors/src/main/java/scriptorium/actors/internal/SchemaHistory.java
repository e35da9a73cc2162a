package scriptorium.actors.internal;

import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import scriptorium.actors.SchemaScript;
import scriptorium.persistence.SchemaChanged;

/**
 * Which numbered scripts a store has been through, in order: rebuilt from events, kept as a section
 * of each snapshot. Owned by the writer; not safe for use by several threads.
 */
final class SchemaHistory {

  private static final int FORMAT = 1;

  private final List<Applied> applied = new ArrayList<>();

  /** A script that has been applied. */
  record Applied(int version, String name, String checksum) {}

  void add(SchemaChanged event) {
    if (event.version() > 0) {
      applied.add(new Applied(event.version(), event.name(), event.checksum()));
    }
  }

  /** The highest version applied; 0 when none was. */
  int version() {
    return applied.isEmpty() ? 0 : applied.get(applied.size() - 1).version();
  }

  /**
   * Why these numbered scripts do not fit what has been applied; empty when they do. Each script
   * applied must be there unchanged, unless it is newer than all that are given: then this program
   * is the older one.
   */
  Optional<String> mismatch(List<SchemaScript> numbered) {
    int newest = 0;
    for (SchemaScript script : numbered) {
      int version = script.version().orElseThrow();
      if (version <= newest) {
        return Optional.of(
            "schema scripts must rise in version: name="
                + script.name()
                + " version="
                + version
                + " before="
                + newest);
      }
      newest = version;
    }
    for (Applied old : applied) {
      Optional<String> wrong = mismatch(old, numbered, newest);
      if (wrong.isPresent()) {
        return wrong;
      }
    }
    return Optional.empty();
  }

  private static Optional<String> mismatch(Applied old, List<SchemaScript> numbered, int newest) {
    if (old.version() > newest) {
      return Optional.of(
          "the store's schema is newer than this program's: store="
              + old.version()
              + " ("
              + old.name()
              + ") program="
              + newest
              + "; start the newer program");
    }
    for (SchemaScript script : numbered) {
      if (script.version().orElseThrow() == old.version()) {
        return script.checksum().equals(old.checksum())
            ? Optional.empty()
            : Optional.of(
                "schema script was changed after it had been applied: version="
                    + old.version()
                    + " applied="
                    + old.name()
                    + " sha256="
                    + old.checksum()
                    + " found="
                    + script.name()
                    + " sha256="
                    + script.checksum()
                    + "; restore it and put the change into a new script");
      }
    }
    return Optional.of(
        "schema script is missing: version="
            + old.version()
            + " name="
            + old.name()
            + " sha256="
            + old.checksum()
            + "; put it back");
  }

  byte[] toBytes() {
    Output out = new Output(256, -1);
    out.writeByte(FORMAT);
    out.writeVarInt(applied.size(), true);
    for (Applied one : applied) {
      out.writeVarInt(one.version(), true);
      out.writeString(one.name());
      out.writeString(one.checksum());
    }
    return out.toBytes();
  }

  /** Adds what {@link #toBytes} wrote. */
  void load(byte[] bytes) {
    Input in = new Input(bytes);
    int format = in.readByte();
    if (format != FORMAT) {
      throw new IllegalArgumentException(
          "schema history of an unknown format: expected=" + FORMAT + " found=" + format);
    }
    int count = in.readVarInt(true);
    for (int i = 0; i < count; i++) {
      applied.add(new Applied(in.readVarInt(true), in.readString(), in.readString()));
    }
  }
}
