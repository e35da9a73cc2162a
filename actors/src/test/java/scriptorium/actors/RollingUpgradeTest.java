package scriptorium.actors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import scriptorium.actors.ClusterFixture.Node;
import scriptorium.persistence.EpochStarted;

/** Nodes of an older and a newer program in one cluster. */
final class RollingUpgradeTest {

  private static final SchemaScript V1 =
      SchemaScript.numbered(
          1,
          "V1__word.sql",
          "create table word(id int generated always as identity primary key, text varchar)");
  private static final SchemaScript V2 =
      SchemaScript.numbered(2, "V2__length.sql", "alter table word add column length int");
  private static final UnaryOperator<StoreSettings> OLDER = program(V1);
  private static final UnaryOperator<StoreSettings> NEWER = program(V1, V2);

  @TempDir Path folder;
  private ClusterFixture cluster;

  private static UnaryOperator<StoreSettings> program(SchemaScript... scripts) {
    return settings ->
        settings.withMutationTypes(List.of(new AddWord.Type())).withSchema(List.of(scripts));
  }

  @BeforeEach
  void prepare() {
    cluster = new ClusterFixture(folder, NEWER);
  }

  @AfterEach
  void close() {
    cluster.close();
  }

  private static void add(Node node, String text) {
    WriteReply<Integer> reply =
        StoreFixture.get(
            node.store().write(WriteRequest.of("add", new AddWord(text), Instant.now())));
    assertInstanceOf(WriteReply.Committed.class, reply, reply.toString());
  }

  private static void awaitPhase(Node node, StorePhase phase) {
    ClusterFixture.await(() -> node.store().status().phase() == phase);
  }

  private long epochs() {
    cluster.close();
    return JournalReading.of(folder).stream().filter(EpochStarted.class::isInstance).count();
  }

  @Test
  void anOlderNodeWritesUntilANewerOneHas() {
    Node older = cluster.join("", OLDER);
    Node newer = cluster.join("", NEWER);
    add(newer, "routed to the older one");
    assertEquals(StorePhase.READY, older.store().status().phase());

    cluster.end(older);

    add(newer, "by itself");
    assertEquals(List.of("2,null"), newer.rows("select count(*), max(length) from word"));
  }

  @Test
  void anOlderNodeLeavesWritingToANewerOneAndFollows() {
    Node first = cluster.join("", NEWER);
    Node older = cluster.join("", OLDER);
    Node newer = cluster.join("", NEWER);
    add(older, "by the first");

    cluster.down(first, newer); // the older one is the oldest member now

    add(older, "by the newer");
    add(newer, "by the newer");
    awaitPhase(older, StorePhase.READY);
    StoreStatus status = older.store().status();
    assertEquals(newer.address(), status.writer().orElseThrow());
    assertTrue(status.detail().contains("store=2 (V2__length.sql) program=1"), status.detail());
    assertEquals(List.of("3"), newer.rows("select count(*) from word"));
    assertEquals(3, epochs()); // the first, the older one that gave it up, the newer one
  }

  @Test
  void tellsWhyNobodyWritesUntilANewerNodeJoins() {
    Node first = cluster.join("", NEWER);
    Node older = cluster.join("", OLDER);
    Node other = cluster.join("", OLDER);
    cluster.down(first, other);
    awaitPhase(older, StorePhase.OUTDATED);
    ClusterFixture.await(
        () -> older.store().status().detail().contains("of the other nodes knows 1"));

    Node newer = cluster.join("", NEWER);

    add(other, "by the newer");
    assertEquals(newer.address(), other.store().status().writer().orElseThrow());
    assertEquals(3, epochs());
  }

  @Test
  void theNextNewerNodeTakesOverFromTheOneThatLeaves() {
    Node first = cluster.join("", NEWER);
    Node older = cluster.join("", OLDER);
    Node newer = cluster.join("", NEWER);
    Node last = cluster.join("", NEWER);
    cluster.down(first, newer);
    add(older, "by the last");
    assertEquals(last.address(), older.store().status().writer().orElseThrow());

    cluster.end(last);

    add(older, "by the newer");
    ClusterFixture.await(
        () -> older.store().status().writer().orElseThrow().equals(newer.address()));
    assertEquals(List.of("2"), newer.rows("select count(*) from word"));
  }

  @Test
  void aNodeNominatedLaterLetsTheOneThatWritesGoOn() {
    Node first = cluster.join("", NEWER);
    Node older = cluster.join("", OLDER);
    Node newer = cluster.join("", NEWER);
    Node last = cluster.join("", NEWER);
    cluster.down(first, newer);
    add(older, "by the last");

    cluster.down(older, newer); // now the newer one is nominated, and the last one writes

    add(newer, "still by the last");
    assertEquals(last.address(), newer.store().status().writer().orElseThrow());
    assertEquals(3, epochs());
  }
}
