package scriptorium.persistence.segment;

import static java.nio.charset.StandardCharsets.US_ASCII;

import akka.actor.ActorSystem;
import akka.persistence.query.PersistenceQuery;
import akka.stream.javadsl.Sink;
import com.typesafe.config.ConfigFactory;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A process that reads stores which others write. A line a persistence id, answered by {@code
 * events} and all that the query delivers, or by {@code failed}. Argument: the data folder.
 */
final class ChildQuery {
  private ChildQuery() {}

  public static void main(String[] args) throws IOException {
    ActorSystem system =
        ActorSystem.create(
            "reader",
            ConfigFactory.parseMap(
                    Map.of("scriptorium.data-dir", args[0], "akka.loglevel", "WARNING"))
                .withFallback(ConfigFactory.load()));
    SegmentQuery query =
        PersistenceQuery.get(system).getReadJournalFor(SegmentQuery.class, SegmentQuery.ID);
    OutputStream out = new FileOutputStream(FileDescriptor.out);
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, US_ASCII));
    for (String id = in.readLine(); id != null; id = in.readLine()) {
      String answer;
      try {
        answer =
            query
                .currentEventsByPersistenceId(id, 1, Long.MAX_VALUE)
                .map(e -> e.sequenceNr() + "=" + SharedStore.name((byte[]) e.event()))
                .runWith(Sink.seq(), system)
                .toCompletableFuture()
                .join()
                .stream()
                .collect(Collectors.joining(" ", "events ", ""));
      } catch (RuntimeException e) {
        answer = ("failed " + e).replace('\n', ' ');
      }
      out.write((answer + "\n").getBytes(US_ASCII));
    }
    Runtime.getRuntime().halt(0);
  }
}
