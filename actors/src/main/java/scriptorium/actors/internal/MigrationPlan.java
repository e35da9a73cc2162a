package scriptorium.actors.internal;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import scriptorium.actors.SchemaReply;
import scriptorium.actors.SchemaScript;
import scriptorium.actors.SchemaScript.Kind;
import scriptorium.actors.StoreSettings.Downgrade;
import scriptorium.persistence.SchemaChanged;

/**
 * Which scripts are to run, in which direction and order: decided from what a store has been
 * through and what a program has, without looking at a database.
 *
 * <pre>
 * down scripts, newest first → numbered and ad-hoc ones, as given → repeatable ones, by name
 * </pre>
 *
 * @param steps what is to be done, in order
 * @param warnings what is allowed, and still should be looked at
 */
record MigrationPlan(List<MigrationStep> steps, List<String> warnings) {

  MigrationPlan {
    steps = List.copyOf(steps);
    warnings = List.copyOf(warnings);
  }

  /**
   * Compares what has been applied with what is given. Where no numbered script is given, nothing
   * is said about those applied.
   *
   * @param history what has been applied, versions rising
   * @throws NewerSchemaException where the store has been through scripts newer than all given, and
   *     they are not to be taken down
   * @throws SchemaRefusedException where a script is missing, changed, out of order, or cannot be
   *     taken down; nothing is to be run then
   */
  static MigrationPlan of(
      List<SchemaHistory.Applied> history, List<SchemaScript> scripts, Downgrade downgrade)
      throws SchemaRefusedException {
    List<SchemaScript> numbered = ofKind(scripts, Kind.NUMBERED);
    requireRising(numbered);
    List<SchemaScript> repeatable = new ArrayList<>(ofKind(scripts, Kind.REPEATABLE));
    repeatable.sort(Comparator.comparing(SchemaScript::name));
    requireDistinct(repeatable);
    List<MigrationStep> steps = new ArrayList<>();
    List<String> warnings = new ArrayList<>();
    int base = 0;
    if (!numbered.isEmpty()) {
      int newest = versionOf(numbered.get(numbered.size() - 1));
      base = compareApplied(history, numbered, newest, warnings);
      addDown(history, newest, downgrade, steps);
    }
    for (SchemaScript script : scripts) {
      if (script.kind() == Kind.AD_HOC) {
        steps.add(MigrationStep.byHand(script));
      } else if (script.kind() == Kind.NUMBERED && !isApplied(script, history)) {
        requireNewer(script, base);
        steps.add(MigrationStep.up(script));
      }
    }
    repeatable.forEach(script -> steps.add(MigrationStep.repeat(script)));
    return new MigrationPlan(steps, warnings);
  }

  /** What has been applied, and what would be done with these scripts, for people. */
  static SchemaReply tell(
      List<SchemaHistory.Applied> history, List<SchemaScript> scripts, Downgrade downgrade) {
    List<SchemaReply.Applied> applied =
        history.stream()
            .map(
                one ->
                    new SchemaReply.Applied(
                        one.version(),
                        one.name(),
                        one.checksum(),
                        one.time(),
                        one.down().isPresent()))
            .toList();
    try {
      MigrationPlan plan = of(history, scripts, downgrade);
      List<SchemaReply.Step> steps =
          plan.steps().stream()
              .map(step -> new SchemaReply.Step(step.shown(), step.script().name()))
              .toList();
      return new SchemaReply.Known(applied, steps, plan.warnings(), Optional.empty());
    } catch (SchemaRefusedException e) {
      return new SchemaReply.Known(applied, List.of(), List.of(), Optional.of(e.reason()));
    }
  }

  private static List<SchemaScript> ofKind(List<SchemaScript> scripts, Kind kind) {
    return scripts.stream().filter(script -> script.kind() == kind).toList();
  }

  private static int versionOf(SchemaScript numbered) {
    return numbered.version().orElseThrow();
  }

  private static void requireRising(List<SchemaScript> numbered) throws SchemaRefusedException {
    int before = 0;
    for (SchemaScript script : numbered) {
      int version = versionOf(script);
      if (version <= before) {
        throw refused(
            "schema scripts must rise in version: name="
                + script.name()
                + " version="
                + version
                + " before="
                + before);
      }
      before = version;
    }
  }

  private static void requireDistinct(List<SchemaScript> sorted) throws SchemaRefusedException {
    for (int i = 1; i < sorted.size(); i++) {
      if (sorted.get(i).name().equals(sorted.get(i - 1).name())) {
        throw refused("repeatable script is there twice: name=" + sorted.get(i).name());
      }
    }
  }

  /**
   * Each script applied that is not newer than the program must be there unchanged.
   *
   * @return the highest version applied that the program has
   */
  private static int compareApplied(
      List<SchemaHistory.Applied> history,
      List<SchemaScript> numbered,
      int newest,
      List<String> warnings)
      throws SchemaRefusedException {
    Map<Integer, SchemaScript> byVersion = new HashMap<>();
    numbered.forEach(script -> byVersion.put(versionOf(script), script));
    int base = 0;
    for (SchemaHistory.Applied old : history) {
      if (old.version() > newest) {
        break;
      }
      SchemaScript found = byVersion.get(old.version());
      if (found == null) {
        throw missing(old);
      }
      if (!found.checksum().equals(old.checksum())) {
        throw changed(old, found);
      }
      warnOfChangedDown(old, found, warnings);
      base = old.version();
    }
    return base;
  }

  private static SchemaRefusedException missing(SchemaHistory.Applied old) {
    return refused(
        "schema script is missing: version="
            + old.version()
            + " name="
            + old.name()
            + " sha256="
            + old.checksum()
            + " found=none; put it back");
  }

  private static SchemaRefusedException changed(SchemaHistory.Applied old, SchemaScript found) {
    return refused(
        "schema script was changed after it had been applied: version="
            + old.version()
            + " applied="
            + old.name()
            + " sha256="
            + old.checksum()
            + " found="
            + found.name()
            + " sha256="
            + found.checksum()
            + "; restore it and put the change into a new script");
  }

  private static void warnOfChangedDown(
      SchemaHistory.Applied old, SchemaScript found, List<String> warnings) {
    Optional<String> applied = old.down().map(SchemaChanged.Down::checksum);
    Optional<String> now = found.down().map(SchemaScript.Down::checksum);
    if (!applied.equals(now)) {
      warnings.add(
          "the down script was changed after its script had been applied; the one applied counts:"
              + " version="
              + old.version()
              + " applied="
              + applied.orElse("none")
              + " found="
              + now.orElse("none"));
    }
  }

  private static void addDown(
      List<SchemaHistory.Applied> history,
      int newest,
      Downgrade downgrade,
      List<MigrationStep> steps)
      throws SchemaRefusedException {
    for (int i = history.size() - 1; i >= 0 && history.get(i).version() > newest; i--) {
      SchemaHistory.Applied old = history.get(i);
      if (downgrade == Downgrade.REFUSE) {
        throw newer(old, newest);
      }
      SchemaChanged.Down down =
          old.down()
              .orElseThrow(
                  () ->
                      refused(
                          "schema script cannot be taken down, it came without a down script:"
                              + " version="
                              + old.version()
                              + " name="
                              + old.name()
                              + " program="
                              + newest
                              + "; nothing was run; start a program that knows it"));
      steps.add(MigrationStep.down(old.version(), down));
    }
  }

  private static NewerSchemaException newer(SchemaHistory.Applied old, int newest) {
    return new NewerSchemaException(
        old.version(),
        newest,
        "the store's schema is newer than this program's: store="
            + old.version()
            + " ("
            + old.name()
            + ") program="
            + newest
            + "; start the newer program, or set scriptorium.store.schema.downgrade = run to take"
            + " the newer scripts down");
  }

  private static boolean isApplied(SchemaScript script, List<SchemaHistory.Applied> history) {
    return history.stream().anyMatch(old -> old.version() == versionOf(script));
  }

  /** Its statements were not made for a schema that newer scripts have changed already. */
  private static void requireNewer(SchemaScript script, int base) throws SchemaRefusedException {
    if (versionOf(script) < base) {
      throw refused(
          "schema script comes too late: name="
              + script.name()
              + " version="
              + versionOf(script)
              + " newestApplied="
              + base
              + "; give it a number above that");
    }
  }

  private static SchemaRefusedException refused(String reason) {
    return new SchemaRefusedException(0, Refusals.GENERAL, reason, null);
  }
}
