package scriptorium.persistence.segment;

import akka.persistence.PersistentRepr;
import akka.persistence.query.EventEnvelope;
import akka.persistence.query.Offset;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The events of one query, decoded, in portions. An event is handed over only when it counts for
 * ever: a further frame of its epoch stands behind it, a later epoch names it, or the writer, which
 * is in this process, has confirmed it.
 *
 * <p>Invariants: everything from the first event on up to {@code next}, without it, was handed over
 * or is in {@code ready}; {@code held} are the events of the newest frame read, from {@code next}
 * on, of which it is not known yet whether they count.
 *
 * <p>One thread at a time.
 */
final class EventFollower implements Closeable {
  private static final int PORTION_EVENTS = 256;
  private static final int PORTION_BYTES = 1 << 20;

  /** Looks in vain after which it is proved that there is nothing but a log that is silent. */
  private static final int LOOKS_UNTIL_PROOF = 50;

  private static final int MOVES_IN_VAIN = 100;

  private final Request request;
  private final ChainFollower chain;
  private List<EventEnvelope> held = new ArrayList<>();
  private List<EventEnvelope> ready = new ArrayList<>();
  private long heldBytes;
  private long readyBytes;
  private long next;
  private long last;
  private boolean started;
  private boolean mayBegin;
  private int looksInVain;
  private int movesInVain;

  /**
   * What is asked for.
   *
   * @param folder the store's
   * @param keys of its segments
   * @param live whether it goes on with events that are not there yet
   * @param confirmedHere how far the writer in this process has confirmed
   */
  record Request(
      Path folder,
      LogFiles files,
      SegmentKeys keys,
      String persistenceId,
      long fromNumber,
      long toNumber,
      boolean live,
      EventEntry entry,
      Supplier<Confirmed> confirmedHere) {}

  /** Some events, perhaps none, and whether there will be more. */
  record Portion(List<EventEnvelope> events, boolean last) {}

  EventFollower(Request request) {
    this.request = request;
    this.chain =
        new ChainFollower(
            request.folder(), request.files(), request.keys(), request.confirmedHere());
  }

  /**
   * The next events; never waits for any.
   *
   * @throws DeletedEventsException when the next one was deleted
   * @throws DamagedJournalException when it cannot be read
   */
  Portion read() {
    try {
      boolean more = started || start();
      while (more && next <= last && ready.size() < PORTION_EVENTS && readyBytes < PORTION_BYTES) {
        more = readMore();
      }
      boolean end = started && (next > last || !(more || request.live()));
      Portion portion = new Portion(ready, end);
      ready = new ArrayList<>();
      readyBytes = 0;
      return portion;
    } catch (IOException e) {
      throw new UncheckedIOException("reading failed: folder=" + request.folder(), e);
    }
  }

  private boolean start() throws IOException {
    HeadSurvey survey;
    try {
      survey =
          HeadSurvey.of(
              request.folder(),
              request.files(),
              request.keys(),
              request.confirmedHere().get().epoch());
    } catch (NoSuchFileException deletedMeanwhile) {
      moved(deletedMeanwhile);
      return false;
    }
    next = Math.max(1, request.fromNumber());
    last = request.toNumber();
    mayBegin = !request.live() || next == 1;
    if (next <= survey.deletedTo()) {
      goPast(survey.deletedTo() + 1);
    }
    if (!request.live()) {
      last = Math.min(last, survey.lastNumber());
    }
    started = true;
    return true;
  }

  /** False: there is nothing more now. */
  private boolean readMore() throws IOException {
    try {
      if (!chain.isLocated() && !chain.locate(next)) {
        return nothing();
      }
      switch (chain.step(isToBeThorough())) {
        case FRAME -> {
          confirm();
          if (next <= last) {
            hold(chain.view());
          }
          looksInVain = 0;
        }
        case COUNTS -> {
          confirm();
          looksInVain = 0;
        }
        case VOID -> dropHeld();
        case NOTHING -> {
          return nothing();
        }
        case LOST -> moved(null);
      }
    } catch (NoSuchFileException deletedMeanwhile) {
      moved(deletedMeanwhile);
    }
    return true;
  }

  /** A deletion ahead may be seen later than an event. */
  private boolean isToBeThorough() {
    return !request.live() || looksInVain % LOOKS_UNTIL_PROOF == LOOKS_UNTIL_PROOF - 1;
  }

  private void hold(FrameView frame) {
    if (frame.count() > 0 && frame.firstNumber() > next) {
      goPast(frame.firstNumber());
    }
    frame.events(next, last, this::hold);
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

  private void confirm() {
    if (!held.isEmpty()) {
      next = held.get(held.size() - 1).sequenceNr() + 1;
      ready.addAll(held);
      readyBytes += heldBytes;
      mayBegin = false;
      movesInVain = 0;
    }
    dropHeld();
  }

  private void dropHeld() {
    held = new ArrayList<>();
    heldBytes = 0;
  }

  private boolean nothing() throws IOException {
    Confirmed here = request.confirmedHere().get();
    if (!held.isEmpty()
        && here.epoch() == chain.epoch()
        && here.number() >= held.get(held.size() - 1).sequenceNr()) {
      confirm();
    } else if (held.isEmpty() && chain.isLocated() && chain.lastNumber() >= next) {
      goPast(chain.lastNumber() + 1);
    }
    looksInVain++;
    if (!request.live() || looksInVain == LOOKS_UNTIL_PROOF) {
      chain.proveEnd();
    }
    return false;
  }

  /** The events before a number are not there any more. */
  private void goPast(long firstThere) {
    if (!mayBegin) {
      throw new DeletedEventsException(request.persistenceId(), next, firstThere);
    }
    next = firstThere;
  }

  /** A file went while it was looked for, so the place must be found again. */
  private void moved(@Nullable IOException cause) throws IOException {
    dropHeld();
    chain.close();
    movesInVain++;
    if (movesInVain > MOVES_IN_VAIN) {
      throw new IOException("the log changes quicker than it can be read", cause);
    }
  }

  @Override
  public void close() throws IOException {
    chain.close();
  }
}
