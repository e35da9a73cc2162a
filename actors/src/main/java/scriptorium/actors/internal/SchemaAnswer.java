package scriptorium.actors.internal;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/** How applying schema scripts ended, as the writer sees it. */
sealed interface SchemaAnswer {

  /**
   * A step that changed something.
   *
   * @param predictedPause how long writes were to wait, as told before they did
   * @param pause how long writes waited
   */
  record Done(MigrationStep step, Duration predictedPause, Duration pause) {}

  /**
   * All steps were done, in order.
   *
   * @param steps those that changed something
   * @param warnings for the log and the caller
   * @param sequenceNumber the last event's number
   */
  record Applied(List<Done> steps, List<String> warnings, long sequenceNumber)
      implements SchemaAnswer {

    /** The names of the scripts done in one direction. */
    List<String> names(MigrationStep.Direction... directions) {
      List<MigrationStep.Direction> wanted = List.of(directions);
      return steps.stream()
          .map(Done::step)
          .filter(step -> wanted.contains(step.direction()))
          .map(step -> step.script().name())
          .toList();
    }

    /** The longest that writes were to wait for one of them. */
    Duration predictedPause() {
      return longest(Done::predictedPause);
    }

    /** The longest that writes waited for one of them. */
    Duration pause() {
      return longest(Done::pause);
    }

    private Duration longest(Function<Done, Duration> pause) {
      return steps.stream().map(pause).max(Comparator.naturalOrder()).orElse(Duration.ZERO);
    }
  }

  /** This script was refused, or given up; those before it stay. */
  record Refused(String script, SchemaRefusedException why) implements SchemaAnswer {

    /** Of whoever ends a script before it is through. */
    private static final String CANCELLED = "57014";

    static Refused givenUp(String script, String reason) {
      return new Refused(
          script,
          new SchemaRefusedException(0, CANCELLED, reason + "; nothing of it was applied", null));
    }
  }

  /** The journal did not answer. */
  record Unknown(String reason) implements SchemaAnswer {}
}
