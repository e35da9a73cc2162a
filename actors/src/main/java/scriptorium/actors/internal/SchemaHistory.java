package scriptorium.actors.internal;

import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import scriptorium.persistence.SchemaChanged;
import scriptorium.persistence.SchemaChanged.Down;

/**
 * Which numbered scripts a store has been through and not taken down, in order, each with what
 * takes it down: rebuilt from events, kept as a section of each snapshot. Owned by the writer; not
 * safe for use by several threads.
 *
 * <p>Invariant: versions rise.
 */
final class SchemaHistory {

  private static final int FORMAT = 2;

  private final List<Applied> applied = new ArrayList<>();

  /**
   * A script that has been applied.
   *
   * @param time when
   */
  record Applied(int version, String name, String checksum, Instant time, Optional<Down> down) {}

  /** An event has been journaled, or is replayed. */
  void add(SchemaChanged event) {
    switch (event.kind()) {
      case UP -> up(event);
      case DOWN -> down(event);
      case BY_HAND -> {}
    }
  }

  private void up(SchemaChanged event) {
    require(event.version() > version(), event);
    applied.add(
        new Applied(event.version(), event.name(), event.checksum(), event.time(), event.down()));
  }

  private void down(SchemaChanged event) {
    require(event.version() == version(), event);
    applied.remove(applied.size() - 1);
  }

  private void require(boolean inOrder, SchemaChanged event) {
    if (!inOrder) {
      throw new IllegalStateException(
          "schema change out of order: kind="
              + event.kind()
              + " version="
              + event.version()
              + " name="
              + event.name()
              + " newest="
              + version());
    }
  }

  /** The highest version applied; 0 when none was. */
  int version() {
    return applied.isEmpty() ? 0 : applied.get(applied.size() - 1).version();
  }

  /** All that have been applied, in the order of their versions. */
  List<Applied> applied() {
    return List.copyOf(applied);
  }

  byte[] toBytes() {
    Output out = new Output(256, -1);
    out.writeByte(FORMAT);
    out.writeVarInt(applied.size(), true);
    for (Applied one : applied) {
      out.writeVarInt(one.version(), true);
      out.writeString(one.name());
      out.writeString(one.checksum());
      out.writeString(one.time().toString());
      out.writeBoolean(one.down().isPresent());
      one.down()
          .ifPresent(
              down -> {
                out.writeString(down.name());
                out.writeString(down.checksum());
                out.writeString(down.sql());
              });
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
      applied.add(
          new Applied(
              in.readVarInt(true),
              in.readString(),
              in.readString(),
              Instant.parse(in.readString()),
              in.readBoolean()
                  ? Optional.of(new Down(in.readString(), in.readString(), in.readString()))
                  : Optional.empty()));
    }
  }
}
