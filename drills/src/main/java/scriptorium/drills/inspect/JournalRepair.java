package scriptorium.drills.inspect;

import static scriptorium.drills.print.HumanUnits.bytes;
import static scriptorium.drills.print.HumanUnits.count;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Instant;
import scriptorium.drills.command.EnvironmentException;
import scriptorium.drills.inspect.StoreFolders.Found;
import scriptorium.keys.Protection;
import scriptorium.persistence.segment.Claimant;
import scriptorium.persistence.segment.JournalFullException;
import scriptorium.persistence.segment.JournalKeyException;
import scriptorium.persistence.segment.LogRepair;
import scriptorium.persistence.segment.RepairPlan;
import scriptorium.persistence.segment.RepairPlan.Damage;
import scriptorium.persistence.segment.RepairPlan.Need;
import scriptorium.persistence.segment.RepairPlan.Part;
import scriptorium.persistence.segment.UnusableFolderException;

/** Repairs the journal of one store, and says what that keeps and what is lost. */
final class JournalRepair {

  private final Path data;
  private final Protection protection;
  private final boolean dryRun;
  private final PrintStream out;

  JournalRepair(Path data, Protection protection, boolean dryRun, PrintStream out) {
    this.data = data;
    this.protection = protection;
    this.dryRun = dryRun;
    this.out = out;
  }

  /** Whether the store can be started now. */
  boolean run(Found store) throws IOException {
    long snapshot = newestGood(store);
    LogRepair repair = LogRepair.of(store.folder(), store.name(), snapshot, protection);
    out.println("store " + store.name() + ": " + store.folder());
    out.println(
        "  snapshot          "
            + (snapshot == 0 ? "none that is good" : count(snapshot) + " is good"));
    try {
      RepairPlan plan =
          dryRun
              ? repair.plan()
              : repair.apply(
                  new Claimant("inspect-repair", ProcessHandle.current().pid(), Instant.now()));
      print(plan);
      return plan.need() == Need.NONE || (plan.need() == Need.REPAIR && !dryRun);
    } catch (UnusableFolderException | JournalFullException | JournalKeyException e) {
      throw new EnvironmentException(String.valueOf(e.getMessage()), e);
    }
  }

  /** What a start would go by: the newest whose chunks are all there and right. */
  private long newestGood(Found store) throws IOException {
    return new SnapshotSurvey(data, store.name(), true)
        .allSurveyed().stream()
            .filter(snapshot -> snapshot.problem().isEmpty())
            .mapToLong(StoreContents.Snapshot::number)
            .max()
            .orElse(0);
  }

  private void print(RepairPlan plan) {
    for (Damage damage : plan.damages()) {
      out.println(
          "  damaged           file="
              + damage.file()
              + " offset="
              + damage.offset()
              + " "
              + damage.reason()
              + (damage.inSnapshot() ? " (the snapshot holds what it held)" : ""));
    }
    switch (plan.need()) {
      case NONE -> out.println("  nothing to repair: the store can start");
      case HOPELESS ->
          out.println(
              "  cannot be repaired: nothing is left to begin with, neither the first events nor a"
                  + " good snapshot; nothing was changed. Restore the folder from a copy");
      case REPAIR -> {
        printRepair(plan);
        out.println(
            dryRun ? "  nothing was changed (--dry-run)" : "  repaired: the store can start");
      }
    }
  }

  private void printRepair(RepairPlan plan) {
    out.println("  kept              up to sequence number " + count(plan.keptTo()));
    if (plan.rewrittenFrom() <= plan.keptTo()) {
      out.println(
          "  written anew      "
              + numbers(plan.rewrittenFrom(), plan.keptTo())
              + ", which lay behind the damage");
    }
    if (plan.lostTo() > plan.keptTo()) {
      out.println(
          "  LOST              "
              + numbers(plan.keptTo() + 1, plan.lostTo())
              + ": they may have been acknowledged. Their numbers will be given anew");
    }
    if (plan.mayBeMore()) {
      out.println(
          "  LOST              perhaps events above "
              + count(Math.max(plan.keptTo(), plan.lostTo()))
              + ": nothing readable tells how many");
    }
    if (!plan.loses()) {
      out.println("  lost              nothing");
    }
    for (Part part : plan.parts()) {
      out.println(
          "  "
              + (dryRun ? "would be copied   " : "copied aside      ")
              + "file="
              + part.segment().fileName()
              + " offset="
              + part.offset()
              + " "
              + bytes(part.bytes()));
    }
  }

  private static String numbers(long from, long to) {
    return "sequence numbers " + count(from) + " to " + count(to);
  }
}
