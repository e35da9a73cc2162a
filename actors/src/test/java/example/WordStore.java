package example;

import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.Behaviors;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import scriptorium.actors.ReadReply;
import scriptorium.actors.SchemaScript;
import scriptorium.actors.SequenceNumber;
import scriptorium.actors.Store;
import scriptorium.actors.StoreSettings;
import scriptorium.actors.WriteReply;

/** Counts words, and goes on counting where the last run ended, however that one ended. */
public final class WordStore {

  private static final List<SchemaScript> SCHEMA =
      List.of(
          SchemaScript.numbered(
              1, "V1 words", "CREATE TABLE word (text VARCHAR PRIMARY KEY, seen INT NOT NULL)"));

  public static void main(String[] args) throws Exception {
    String folder = args.length > 0 ? args[0] : "word-data";
    Config config =
        ConfigFactory.parseMap(Map.of("scriptorium.data-dir", folder))
            .withFallback(ConfigFactory.load());
    ActorSystem<Void> system = ActorSystem.create(Behaviors.empty(), "words", config);
    try {
      // Opens in the background: restores, replays, then applies the scripts that are new to it.
      Store store = Store.start(system, StoreSettings.load(config).withSchema(SCHEMA));
      await(store.ready());

      // Runs inside the writer's transaction; answered when it is on disk.
      WriteReply<Integer> reply = await(store.write("see", sql -> see(sql, "walrus")));
      if (reply instanceof WriteReply.Committed<Integer> committed) {
        SequenceNumber number = committed.sequenceNumber();
        System.out.println("walrus seen: " + committed.value() + ", sequence number " + number);
      } else {
        System.out.println("not written: " + reply);
      }

      // Runs beside the writer, on a view of one point in time.
      ReadReply<Integer> words = await(store.read(WordStore::countWords));
      System.out.println("words known: " + words.orThrow().value());

      await(store.stop());
    } finally {
      system.terminate();
      await(system.getWhenTerminated());
    }
  }

  private static int see(Connection connection, String word) throws SQLException {
    String add =
        """
        MERGE INTO word USING (VALUES (CAST(? AS VARCHAR))) AS new (text) ON word.text = new.text
        WHEN MATCHED THEN UPDATE SET seen = word.seen + 1
        WHEN NOT MATCHED THEN INSERT VALUES (new.text, 1)""";
    try (PreparedStatement statement = connection.prepareStatement(add)) {
      statement.setString(1, word);
      statement.executeUpdate();
    }
    String ask = "SELECT seen FROM word WHERE text = ?";
    try (PreparedStatement statement = connection.prepareStatement(ask)) {
      statement.setString(1, word);
      return number(statement);
    }
  }

  private static int countWords(Connection connection) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement("SELECT COUNT(*) FROM word")) {
      return number(statement);
    }
  }

  private static int number(PreparedStatement query) throws SQLException {
    try (ResultSet result = query.executeQuery()) {
      result.next();
      return result.getInt(1);
    }
  }

  private static <T> T await(CompletionStage<T> answer) throws Exception {
    return answer.toCompletableFuture().get(1, TimeUnit.MINUTES);
  }

  private WordStore() {}
}
