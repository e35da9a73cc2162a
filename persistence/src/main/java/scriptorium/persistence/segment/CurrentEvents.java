package scriptorium.persistence.segment;

import akka.persistence.PersistentRepr;
import akka.persistence.query.EventEnvelope;
import akka.persistence.query.Offset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The events of one query: read ahead, decoded, by a thread of its own, and handed over in portions
 * of which few wait at a time. Taken by one thread at a time.
 *
 * <p>Invariant: an event is handed over only when it counts for ever: a further frame of an epoch
 * that has at least two stands behind it, or the writer, which is in this process, has confirmed
 * it. An opening frame alone shows nothing: another epoch may still pass it over.
 */
final class CurrentEvents implements AutoCloseable {
  private static final int PORTION_EVENTS = 256;
  private static final int PORTION_BYTES = 1 << 20;
  private static final long LOOK_MILLIS = 50;

  private final Request request;
  private final BlockingQueue<Portion> portions;
  private final Confirmed confirmed = new Confirmed();
  private volatile boolean closed;
  private boolean ended;

  /**
   * What is asked for.
   *
   * @param folder the store's
   * @param reader of it
   * @param confirmedHere tells up to which number the writer in this process has confirmed
   */
  record Request(
      Path folder,
      SegmentReader reader,
      String persistenceId,
      long fromNumber,
      long toNumber,
      EventEntry entry,
      LongSupplier confirmedHere) {}

  /** Some events, and how it goes on. */
  private record Portion(List<EventEnvelope> events, boolean last, @Nullable Throwable failure) {}

  /** Ends a reading of the files from within. */
  private static final class Enough extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Enough() {
      super("enough was read", null, false, false);
    }
  }

  private CurrentEvents(Request request, int portionsAhead) {
    this.request = request;
    this.portions = new ArrayBlockingQueue<>(portionsAhead);
  }

  /** Begins to read. */
  static CurrentEvents start(Request request, int portionsAhead) {
    CurrentEvents events = new CurrentEvents(request, portionsAhead);
    Thread thread =
        new Thread(events::run, "scriptorium-journal-query-" + request.folder().getFileName());
    thread.setDaemon(true);
    thread.start();
    return events;
  }

  /** The next events; empty at the end. Waits for them. */
  Optional<List<EventEnvelope>> next() throws InterruptedException {
    if (ended) {
      return Optional.empty();
    }
    Portion portion = portions.take();
    ended = portion.last();
    Throwable failure = portion.failure();
    if (failure != null) {
      throw failure instanceof RuntimeException runtime
          ? runtime
          : new IllegalStateException("reading the journal failed", failure);
    }
    return Optional.of(portion.events());
  }

  /** Ends the reading. */
  @Override
  public void close() {
    closed = true;
  }

  private void run() {
    try {
      if (Files.isDirectory(request.folder())) {
        read();
      }
      confirmed.handOver(true, null);
    } catch (Enough e) {
      confirmed.handOver(true, null);
    } catch (RuntimeException e) {
      confirmed.handOver(true, e);
    } catch (Error e) { // whoever waits must hear of it
      confirmed.handOver(true, e);
      throw e;
    }
  }

  private void read() {
    SegmentReader reader = request.reader();
    confirmed.from = Math.max(request.fromNumber(), reader.read(FrameVisitor.NONE).deletedTo() + 1);
    if (confirmed.from > request.toNumber()) {
      return;
    }
    var unused = reader.read(confirmed);
    confirmed.confirmTo(request.confirmedHere().getAsLong());
  }

  /** Holds events back until a frame behind them shows that they count. */
  private final class Confirmed implements FrameVisitor {
    private final List<EventEnvelope> held = new ArrayList<>();
    private List<EventEnvelope> ready = new ArrayList<>();
    private long readyBytes;
    private long heldBytes;
    private long from;

    @Override
    public void frame(SegmentName segment, long offset, FrameView frame) {
      if (closed) {
        throw new Enough();
      }
      if (frame.kind() != FrameKind.OPENING) {
        confirmTo(Long.MAX_VALUE);
        if (frame.firstNumber() > request.toNumber()) {
          throw new Enough();
        }
      }
      frame.events(from, request.toNumber(), this::hold);
    }

    private void hold(long number, byte[] array, int offset, int length) {
      PersistentRepr event =
          request.entry().read(request.persistenceId(), number, array, offset, length);
      held.add(
          new EventEnvelope(
              Offset.sequence(number),
              request.persistenceId(),
              number,
              event.payload(),
              event.timestamp()));
      heldBytes += length;
    }

    void confirmTo(long number) {
      for (EventEnvelope event : held) {
        if (event.sequenceNr() <= number) {
          ready.add(event);
        }
      }
      held.clear();
      readyBytes += heldBytes;
      heldBytes = 0;
      if (ready.size() >= PORTION_EVENTS || readyBytes >= PORTION_BYTES) {
        handOver(false, null);
      }
    }

    private void handOver(boolean last, @Nullable Throwable failure) {
      Portion portion = new Portion(ready, last, failure);
      ready = new ArrayList<>();
      readyBytes = 0;
      try {
        while (!portions.offer(portion, LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
          if (closed) {
            return;
          }
        }
      } catch (InterruptedException e) {
        throw new IllegalStateException("nobody interrupts the thread of a query", e);
      }
    }
  }
}
