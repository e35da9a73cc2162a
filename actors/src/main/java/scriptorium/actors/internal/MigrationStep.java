package scriptorium.actors.internal;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import scriptorium.actors.SchemaReply;
import scriptorium.actors.SchemaScript;
import scriptorium.database.TableState;
import scriptorium.database.change.SequencePosition;
import scriptorium.persistence.SchemaChanged;

/**
 * One script that is to run, and what that means for the schema's version.
 *
 * @param script what runs; of a script that is taken down, its number with the name and the text of
 *     its down script
 */
record MigrationStep(SchemaScript script, Direction direction) {

  /** What running the script means. */
  enum Direction {
    /** A numbered script is applied. */
    UP,
    /** The newest numbered script is taken down. */
    DOWN,
    /** A change by hand. */
    BY_HAND,
    /** Rows are completed. */
    REPEAT
  }

  static MigrationStep up(SchemaScript numbered) {
    return new MigrationStep(numbered, Direction.UP);
  }

  static MigrationStep down(int version, SchemaChanged.Down down) {
    return new MigrationStep(
        SchemaScript.numbered(version, down.name(), down.sql()), Direction.DOWN);
  }

  static MigrationStep byHand(SchemaScript adHoc) {
    return new MigrationStep(adHoc, Direction.BY_HAND);
  }

  static MigrationStep repeat(SchemaScript repeatable) {
    return new MigrationStep(repeatable, Direction.REPEAT);
  }

  /** What it means, for people. */
  SchemaReply.Direction shown() {
    return switch (direction) {
      case UP, BY_HAND -> SchemaReply.Direction.UP;
      case DOWN -> SchemaReply.Direction.DOWN;
      case REPEAT -> SchemaReply.Direction.REPEAT;
    };
  }

  /** The event of a step that changes the schema, once the script has run. */
  SchemaChanged event(
      Instant time,
      List<SchemaChanged.Step> done,
      List<SequencePosition> positions,
      List<TableState> after) {
    return new SchemaChanged(
        time,
        kind(),
        script.version().orElse(0),
        script.name(),
        script.checksum(),
        direction == Direction.UP ? down() : Optional.empty(),
        done,
        positions,
        after);
  }

  private SchemaChanged.Kind kind() {
    return switch (direction) {
      case UP -> SchemaChanged.Kind.UP;
      case DOWN -> SchemaChanged.Kind.DOWN;
      case BY_HAND -> SchemaChanged.Kind.BY_HAND;
      case REPEAT ->
          throw new IllegalStateException(
              "a repeatable script changes rows, not the schema: name=" + script.name());
    };
  }

  private Optional<SchemaChanged.Down> down() {
    return script
        .down()
        .map(down -> new SchemaChanged.Down(down.name(), down.checksum(), down.sql()));
  }
}
