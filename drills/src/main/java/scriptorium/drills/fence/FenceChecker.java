package scriptorium.drills.fence;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Holds what the processes of a round were told against what the files hold.
 *
 * <p>Events that were deleted are only held against each other: what was acknowledged against what
 * was read.
 */
final class FenceChecker {

  private static final int SHOWN_OF_A_KIND = 3;

  /** What must not be. */
  enum Fault {
    /** Acknowledged, and not in the files in that place. */
    LOST,
    /** In the files or acknowledged twice. */
    DOUBLED,
    /** Asked for after another was acknowledged, and before it in the files. */
    REORDERED,
    /** Acknowledged in an epoch though asked for when a newer one was ready. */
    TWO_WRITERS,
    /** Handed to the reader, and not what counts. */
    VOID_READ,
    /** Not handed to the reader though it counts. */
    NOT_READ,
    /** The files are not as their format says, or an order of theirs is wrong. */
    DAMAGED,
    /** Something else that a process reported. */
    FAILED
  }

  private final RoundHistory history;
  private final NavigableMap<Long, String> chain;
  private final long firstNumber;
  private final Map<Fault, List<String>> faults = new EnumMap<>(Fault.class);

  /**
   * @param chain the events that are left, by number
   * @param firstNumber of the first of them; those before it were deleted
   */
  FenceChecker(RoundHistory history, NavigableMap<Long, String> chain, long firstNumber) {
    this.history = history;
    this.chain = new TreeMap<>(chain);
    this.firstNumber = firstNumber;
  }

  /** All faults; those of a kind after the first few are only counted. */
  List<String> faults() {
    NavigableMap<Long, String> told = acknowledged();
    checkOnce();
    checkOrder();
    checkWriters();
    checkReads(told);
    history.failures().forEach(failure -> add(Fault.FAILED, failure));
    List<String> all = new ArrayList<>();
    faults.forEach(
        (fault, details) -> {
          details.stream().limit(SHOWN_OF_A_KIND).forEach(d -> all.add(fault + ": " + d));
          if (details.size() > SHOWN_OF_A_KIND) {
            all.add(fault + ": " + (details.size() - SHOWN_OF_A_KIND) + " more");
          }
        });
    return all;
  }

  private NavigableMap<Long, String> acknowledged() {
    NavigableMap<Long, String> told = new TreeMap<>();
    for (RoundHistory.Ack ack : history.acks()) {
      long number = ack.number();
      for (String event : ack.events()) {
        String before = told.put(number, event);
        if (before != null) {
          add(Fault.DOUBLED, "number=" + number + " acknowledged as " + before + " and " + event);
        }
        String found = chain.get(number);
        if (number >= firstNumber && !event.equals(found)) {
          add(Fault.LOST, "number=" + number + " acknowledged=" + event + " found=" + found);
        }
        number++;
      }
    }
    return told;
  }

  private void checkOnce() {
    Map<String, Long> places = new HashMap<>();
    long epoch = 0;
    long next = firstNumber;
    for (Map.Entry<Long, String> event : chain.entrySet()) {
      Long before = places.put(event.getValue(), event.getKey());
      if (before != null) {
        add(Fault.DOUBLED, event.getValue() + " is number " + before + " and " + event.getKey());
      }
      if (event.getKey() != next || EventText.epoch(event.getValue()) < epoch) {
        add(Fault.DAMAGED, "expected number=" + next + " epoch>=" + epoch + " found=" + event);
      }
      next = event.getKey() + 1;
      epoch = EventText.epoch(event.getValue());
    }
  }

  /** Real time: what was asked for after an acknowledgement stands behind what was acknowledged. */
  private void checkOrder() {
    List<RoundHistory.Ack> byNumber = new ArrayList<>(history.acks());
    byNumber.sort(Comparator.comparingLong(RoundHistory.Ack::number).reversed());
    long firstEnd = Long.MAX_VALUE;
    for (RoundHistory.Ack ack : byNumber) {
      if (ack.start() > firstEnd) {
        add(Fault.REORDERED, ack + " was asked for after one behind it was acknowledged");
      }
      firstEnd = Math.min(firstEnd, ack.end());
    }
  }

  private void checkWriters() {
    NavigableMap<Long, Long> readySince = new TreeMap<>(); // epoch -> when it or a newer was ready
    List<RoundHistory.Ready> newestFirst = new ArrayList<>(history.ready());
    newestFirst.sort(Comparator.comparingLong(RoundHistory.Ready::epoch).reversed());
    long first = Long.MAX_VALUE;
    for (RoundHistory.Ready ready : newestFirst) {
      if (readySince.containsKey(ready.epoch())) {
        add(Fault.TWO_WRITERS, "epoch=" + ready.epoch() + " was ready twice");
      }
      first = Math.min(first, ready.at());
      readySince.put(ready.epoch(), first);
    }
    for (RoundHistory.Ack ack : history.acks()) {
      Map.Entry<Long, Long> newer = readySince.higherEntry(ack.epoch());
      if (newer != null && newer.getValue() < ack.start()) {
        add(Fault.TWO_WRITERS, ack + " though epoch=" + newer.getKey() + " was ready");
      }
    }
  }

  private void checkReads(NavigableMap<Long, String> told) {
    NavigableMap<Long, String> read = new TreeMap<>();
    long before = 0;
    for (RoundHistory.Delivery delivery : history.deliveries()) {
      long number = delivery.number();
      String counts = chain.getOrDefault(number, told.get(number));
      if (counts != null && !counts.equals(delivery.event())) {
        add(
            Fault.VOID_READ,
            "number=" + number + " read=" + delivery.event() + " counts=" + counts);
      }
      if (number <= before) {
        add(Fault.VOID_READ, "number=" + number + " read after number=" + before);
      }
      before = number;
      read.put(number, delivery.event());
    }
    for (long number : chain.tailMap(history.deletedTo(), false).keySet()) {
      if (!read.containsKey(number)) {
        add(Fault.NOT_READ, "number=" + number + " event=" + chain.get(number));
      }
    }
  }

  private void add(Fault fault, String detail) {
    faults.computeIfAbsent(fault, kind -> new ArrayList<>()).add(detail);
  }
}
