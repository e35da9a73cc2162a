package scriptorium.drills.fence;

import akka.actor.ActorSystem;
import akka.persistence.query.EventEnvelope;
import akka.persistence.query.PersistenceQuery;
import akka.stream.javadsl.Sink;
import com.typesafe.config.ConfigFactory;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionException;
import scriptorium.drills.command.Command;
import scriptorium.drills.command.Options;
import scriptorium.drills.command.Terminal;
import scriptorium.drills.embedded.QuietLogging;
import scriptorium.drills.failover.process.EventLine;
import scriptorium.persistence.segment.SegmentQuery;

/**
 * A process that follows the stores of a drill's rounds by the journal's query and tells each event
 * that it is handed. Tells {@code RESTED} when it has read to the end of a store at rest.
 */
public final class FollowerCommand implements Command {

  /** Its name among the commands. */
  public static final String NAME = "drill-follower";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String summary() {
    return "the reader of a fence drill (started by it)";
  }

  @Override
  public String help() {
    return "Started by './scriptorium drill fence', not by hand.\n";
  }

  @Override
  public boolean hidden() {
    return true;
  }

  @Override
  public int run(List<String> args, Terminal terminal) throws Exception {
    Options options = Options.parse(NAME, args, Set.of("--data"), Set.of(), 0);
    QuietLogging.start(false);
    Map<String, Object> settings =
        Map.of(
            "scriptorium.data-dir", options.text("--data").orElse("."), "akka.loglevel", "WARNING");
    ActorSystem system =
        ActorSystem.create(
            "follower", ConfigFactory.parseMap(settings).withFallback(ConfigFactory.load()));
    Instructions instructions = Instructions.start();
    while (true) {
      follow(instructions.next(), instructions, system, terminal);
      EventLine.print(terminal.out(), "RESTED");
    }
  }

  private static void follow(
      Instructions.Round round, Instructions instructions, ActorSystem system, Terminal terminal) {
    SegmentQuery query =
        PersistenceQuery.get(system).getReadJournalFor(SegmentQuery.class, SegmentQuery.ID);
    long[] next = {1};
    boolean last = false;
    while (!last) {
      last = instructions.isResting(); // so that one reading begins after the others rest
      try {
        query
            .currentEventsByPersistenceId(round.store(), next[0], Long.MAX_VALUE)
            .runWith(Sink.foreach(event -> next[0] = tell(event, terminal)), system)
            .toCompletableFuture()
            .join();
      } catch (CompletionException e) {
        EventLine.print(terminal.out(), "FAILED", "detail", "follower: " + e.getCause());
      }
    }
  }

  /** The number that is to come next. */
  private static long tell(EventEnvelope event, Terminal terminal) {
    EventLine.print(
        terminal.out(),
        "READ",
        "number",
        Long.toString(event.sequenceNr()),
        "event",
        EventText.of((byte[]) event.event()));
    return event.sequenceNr() + 1;
  }
}
