package scriptorium.drills.fence;

import java.util.ArrayList;
import java.util.List;
import scriptorium.drills.failover.process.EventLine;

/**
 * What the processes of one round were told, as they tell it. Safe for use by all their threads.
 */
final class RoundHistory {

  /**
   * An acknowledged group.
   *
   * @param writer the process
   * @param epoch in which it was written
   * @param number of its first event
   * @param events its events
   * @param start when it was asked for, nanoseconds
   * @param end when it was acknowledged
   */
  record Ack(String writer, long epoch, long number, List<String> events, long start, long end) {}

  /** A writer was told that its claim is ready. */
  record Ready(String writer, long epoch, long at) {}

  /** The reader was handed an event. */
  record Delivery(long number, String event) {}

  private final List<Ack> acks = new ArrayList<>();
  private final List<Ready> ready = new ArrayList<>();
  private final List<Delivery> deliveries = new ArrayList<>();
  private final List<String> failures = new ArrayList<>();
  private int fenced;
  private int deletions;
  private long deletedTo;
  private int resting;

  /** A line of a child; one that was cut short by a kill was not told. */
  synchronized void tell(String process, EventLine line) {
    boolean whole = line.number(Contender.END) == 1;
    switch (line.kind()) {
      case "ACK" -> {
        if (whole) {
          acks.add(ack(process, line));
        }
      }
      case "READY" -> {
        if (whole) {
          ready.add(new Ready(process, line.number("epoch"), line.number("at")));
        }
      }
      case "READ" -> deliveries.add(new Delivery(line.number("number"), line.text("event")));
      case "FENCED" -> fenced++;
      case "DELETE" -> {
        deletions++;
        deletedTo = Math.max(deletedTo, whole ? line.number("to") : Long.MAX_VALUE);
      }
      case "FAILED" -> failures.add(line.text("detail"));
      case "RESTED" -> {
        resting++;
        notifyAll();
      }
      default -> {}
    }
  }

  private static Ack ack(String process, EventLine line) {
    return new Ack(
        process,
        line.number("epoch"),
        line.number("number"),
        List.of(line.text("events").split(",", -1)),
        line.number("start"),
        line.number("at"));
  }

  /** Waits until so many processes rest; false when they do not in time. */
  synchronized boolean awaitResting(int processes, long millis) throws InterruptedException {
    long deadline = System.nanoTime() + millis * 1_000_000;
    while (resting < processes) {
      long left = (deadline - System.nanoTime()) / 1_000_000;
      if (left <= 0) {
        return false;
      }
      wait(left);
    }
    return true;
  }

  synchronized List<Ack> acks() {
    return List.copyOf(acks);
  }

  synchronized List<Ready> ready() {
    return List.copyOf(ready);
  }

  synchronized List<Delivery> deliveries() {
    return List.copyOf(deliveries);
  }

  synchronized List<String> failures() {
    return List.copyOf(failures);
  }

  synchronized int fenced() {
    return fenced;
  }

  synchronized int deletions() {
    return deletions;
  }

  /** The highest number that any writer meant to delete; 0: none. */
  synchronized long deletedTo() {
    return deletedTo;
  }
}
