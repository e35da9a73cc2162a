package scriptorium.persistence.segment;

import akka.persistence.query.EventEnvelope;
import akka.stream.Attributes;
import akka.stream.Outlet;
import akka.stream.SourceShape;
import akka.stream.stage.AbstractOutHandler;
import akka.stream.stage.AsyncCallback;
import akka.stream.stage.GraphStage;
import akka.stream.stage.GraphStageLogic;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A stream of portions of events. They are read by threads that all queries share, one portion at a
 * time and only while few wait to be taken; where there is nothing new it looks again after a while
 * that grows with the silence. No thread waits for a query.
 */
final class EventSource extends GraphStage<SourceShape<List<EventEnvelope>>> {
  private static final Logger LOG = LoggerFactory.getLogger(EventSource.class);

  private static final int LOOKS_A_DOUBLING = 16;
  private static final int MAX_DOUBLINGS = 12;

  private final Outlet<List<EventEnvelope>> out = Outlet.create("events");
  private final SourceShape<List<EventEnvelope>> shape = SourceShape.of(out);
  private final Supplier<EventFollower> followers;
  private final SegmentQuerySettings settings;
  private final ScheduledExecutorService readers;

  /**
   * @param followers makes one for each run of the stream
   * @param readers the threads that read
   */
  EventSource(
      Supplier<EventFollower> followers,
      SegmentQuerySettings settings,
      ScheduledExecutorService readers) {
    this.followers = followers;
    this.settings = settings;
    this.readers = readers;
  }

  @Override
  public SourceShape<List<EventEnvelope>> shape() {
    return shape;
  }

  @Override
  public GraphStageLogic createLogic(Attributes attributes) {
    return new Logic();
  }

  /** What one reading gave. */
  private record Outcome(EventFollower.@Nullable Portion portion, @Nullable Throwable failure) {}

  private final class Logic extends GraphStageLogic {
    private final Queue<List<EventEnvelope>> waiting = new ArrayDeque<>();
    private final EventFollower follower = followers.get();
    private final AsyncCallback<Outcome> heard = createAsyncCallback(this::hear);
    private int looksInVain; // guarded by follower, as is the next
    private boolean closed;
    private boolean reading;
    private boolean ended;
    private @Nullable Throwable failure;

    Logic() {
      super(shape);
      setHandler(
          out,
          new AbstractOutHandler() {
            @Override
            public void onPull() {
              pass();
            }
          });
    }

    @Override
    public void preStart() {
      readAhead();
    }

    private void readAhead() {
      if (!reading && !ended && waiting.size() < settings.portionsAhead()) {
        reading = true;
        submit(this::read, 0);
      }
    }

    /** On a thread that reads: the stream hears only of what was found. */
    private void read() {
      synchronized (follower) {
        if (closed) {
          return;
        }
        try {
          EventFollower.Portion portion = follower.read();
          if (portion.events().isEmpty() && !portion.last()) {
            submit(this::read, nanosToNextLook());
          } else {
            looksInVain = 0;
            heard.invoke(new Outcome(portion, null));
          }
        } catch (RuntimeException e) {
          heard.invoke(new Outcome(null, e));
        } catch (Error e) { // whoever waits must hear of it
          heard.invoke(new Outcome(null, e));
          throw e;
        }
      }
    }

    /** Twice as long once in a while: after a short pause a burst is seen as quickly as before. */
    private long nanosToNextLook() {
      int doublings = Math.min(looksInVain++ / LOOKS_A_DOUBLING, MAX_DOUBLINGS);
      return Math.min(
          settings.pollInterval().toNanos() << doublings, settings.idlePollInterval().toNanos());
    }

    private void hear(Outcome outcome) {
      reading = false;
      EventFollower.Portion portion = outcome.portion();
      if (portion == null) {
        failure = outcome.failure();
        ended = true;
      } else {
        ended = portion.last();
        if (!portion.events().isEmpty()) {
          waiting.add(portion.events());
        }
      }
      pass();
    }

    private void pass() {
      if (!waiting.isEmpty() && isAvailable(out)) {
        push(out, waiting.remove());
      }
      if (ended && waiting.isEmpty()) {
        end();
      } else {
        readAhead();
      }
    }

    private void end() {
      Throwable cause = failure;
      if (cause == null) {
        completeStage();
      } else {
        failStage(cause);
      }
    }

    /** Behind the reading that may be under way. */
    @Override
    public void postStop() {
      submit(this::closeFollower, 0);
    }

    private void closeFollower() {
      synchronized (follower) {
        closed = true;
        try {
          follower.close();
        } catch (IOException e) {
          LOG.debug("a query's file was not closed", e);
        }
      }
    }

    private void submit(Runnable task, long nanos) {
      try {
        var unused = readers.schedule(task, nanos, TimeUnit.NANOSECONDS);
      } catch (RejectedExecutionException e) {
        LOG.debug("the actor system terminates, a query ends with it", e);
      }
    }
  }
}
