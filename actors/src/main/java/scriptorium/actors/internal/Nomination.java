package scriptorium.actors.internal;

import akka.actor.Address;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who opens the store for a nominated node whose program is too old for it: one member after
 * another is asked, the youngest first, until one has it open; that one is asked again and again,
 * and the next one when it does not answer. A member is asked, it never claims the journal by
 * itself, so two do not take turns in fencing each other.
 *
 * <p>Owned by the node's actor; not safe for use by several threads.
 */
final class Nomination {

  /** How long an asked member may be silent. */
  static final Duration PATIENCE = Duration.ofSeconds(5);

  private static final Duration EVERY = Duration.ofMillis(500);

  /** The other members that may write, and how they are asked. */
  interface Members {
    /** Those that are up, the youngest first. */
    List<Address> candidates();

    void ask(Address member, int storeVersion);
  }

  private final Members members;
  private int storeVersion;
  private String reason = "";
  private @Nullable Address asked;
  private long askedNanos;
  private long heardNanos;
  private int programsNewest;

  Nomination(Members members) {
    this.members = members;
  }

  /** This node's program is too old: others are to be asked from now on. */
  void outdated(int version, String why, long nowNanos) {
    storeVersion = version;
    reason = why;
    askedNanos = nowNanos - EVERY.toNanos();
  }

  /** Whether this node must not open the store. */
  boolean isOutdated() {
    return storeVersion > 0;
  }

  /** Why it must not, and who else cannot, for the status. */
  String detail() {
    return asked == null && programsNewest > 0
        ? reason + "; the newest program of the other nodes knows " + programsNewest
        : reason;
  }

  /** Asks whom it is time to ask; to be called often. */
  void tick(long nowNanos) {
    if (nowNanos - askedNanos < EVERY.toNanos()) {
      return;
    }
    List<Address> candidates = members.candidates();
    Address present = asked;
    if (present == null || !candidates.contains(present)) {
      choose(candidates, 0, nowNanos);
    } else if (nowNanos - heardNanos > PATIENCE.toNanos()) {
      choose(candidates, candidates.indexOf(present) + 1, nowNanos);
    }
    askedNanos = nowNanos;
    if (asked != null) {
      members.ask(asked, storeVersion);
    }
  }

  private void choose(List<Address> candidates, int index, long nowNanos) {
    asked = index < candidates.size() ? candidates.get(index) : null; // then from the first again
    heardNanos = nowNanos;
  }

  /** A member has answered. */
  void answered(Address member, boolean open, int programVersion, long nowNanos) {
    if (!member.equals(asked)) {
      return;
    }
    if (open) {
      heardNanos = nowNanos;
      return;
    }
    programsNewest = Math.max(programsNewest, programVersion);
    List<Address> candidates = members.candidates();
    choose(candidates, candidates.indexOf(member) + 1, nowNanos);
    askedNanos = asked == null ? nowNanos : nowNanos - EVERY.toNanos(); // the next one at once
  }
}
