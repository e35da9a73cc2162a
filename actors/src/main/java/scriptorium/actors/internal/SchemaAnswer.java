package scriptorium.actors.internal;

import java.util.List;

/** How applying schema scripts ended, as the writer sees it. */
sealed interface SchemaAnswer {

  /**
   * All steps were done, in order.
   *
   * @param steps those that changed something
   * @param warnings for the log and the caller
   * @param sequenceNumber the last event's number
   */
  record Applied(List<MigrationStep> steps, List<String> warnings, long sequenceNumber)
      implements SchemaAnswer {

    /** The names of the scripts done in one direction. */
    List<String> names(MigrationStep.Direction... directions) {
      List<MigrationStep.Direction> wanted = List.of(directions);
      return steps.stream()
          .filter(step -> wanted.contains(step.direction()))
          .map(step -> step.script().name())
          .toList();
    }
  }

  /** This script was refused; those before it stay. */
  record Refused(String script, SchemaRefusedException why) implements SchemaAnswer {}

  /** The journal did not answer. */
  record Unknown(String reason) implements SchemaAnswer {}
}
