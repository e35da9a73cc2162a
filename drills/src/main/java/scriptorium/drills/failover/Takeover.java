package scriptorium.drills.failover;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongPredicate;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import scriptorium.drills.failover.ClusterEvents.Told;
import scriptorium.drills.failover.history.ClientWrite;
import scriptorium.drills.failover.history.History;
import scriptorium.drills.failover.history.Verdict;
import scriptorium.drills.failover.process.EventLine;

/**
 * How one kill was survived, in microseconds. The parts follow each other: the kill, the moment the
 * first survivor held the node for lost, the start of the recovery on the new writer's node, its
 * end, the first acknowledgement. All times are the machine's clock, which all processes share.
 *
 * @param number of the kill, from 1
 * @param killedNode the node that wrote
 * @param newNode the node that writes now
 * @param gap from the last acknowledgement before to the first after
 * @param detected from the kill until a survivor held the node for unreachable
 * @param moved from there until the recovery began on another node
 * @param restored restoring the snapshot
 * @param replayed replaying the journal behind it
 * @param ready what else it took: opening, claiming the epoch, preparing to serve
 * @param firstAck from ready to the first acknowledgement
 * @param restoredRows rows from the snapshot
 * @param replayedEvents events behind it
 */
record Takeover(
    int number,
    int killedNode,
    int newNode,
    long gap,
    long detected,
    long moved,
    long restored,
    long replayed,
    long ready,
    long firstAck,
    long restoredRows,
    long replayedEvents) {

  /** Measures a kill; empty where the history shows no acknowledgement before or after it. */
  static Optional<Takeover> measure(Kill kill, List<Told> told, History history) {
    List<Told> events = told.subList(kill.eventsFrom(), kill.eventsTo());
    Optional<Told> ready = first(events, t -> t.is("READY"));
    if (ready.isEmpty()) {
      return Optional.empty();
    }
    EventLine report = ready.get().line();
    long started = report.number("startedAt");
    // Nobody acknowledges between the kill and the start of the recovery, so that moment parts the
    // acknowledgements of the old writer from those of the new one.
    OptionalLong last = acknowledgements(history, t -> t < started).max();
    OptionalLong first = acknowledgements(history, t -> t >= started).min();
    if (last.isEmpty() || first.isEmpty()) {
      return Optional.empty();
    }
    long unreachable =
        first(events, t -> isOf(t, "UNREACHABLE", kill.port()))
            .map(t -> t.line().micros())
            .orElse(started);
    long restored = report.number("restoringMicros");
    long replayed = report.number("replayingMicros");
    long total = report.number("totalMicros");
    return Optional.of(
        new Takeover(
            kill.number(),
            kill.node(),
            ready.get().source(),
            first.getAsLong() - last.getAsLong(),
            unreachable - kill.atMicros(),
            started - unreachable,
            restored,
            replayed,
            total - restored - replayed,
            first.getAsLong() - started - total,
            report.number("restoredRows"),
            report.number("replayedEvents")));
  }

  private static boolean isOf(Told told, String kind, int port) {
    return told.is(kind) && told.line().number("port") == port;
  }

  private static Optional<Told> first(List<Told> events, Predicate<Told> wanted) {
    return events.stream().filter(wanted).findFirst();
  }

  private static LongStream acknowledgements(History history, LongPredicate at) {
    return history.writes().stream()
        .filter(write -> write.verdict() == Verdict.ACKNOWLEDGED)
        .mapToLong(ClientWrite::endedMicros)
        .filter(at);
  }
}
