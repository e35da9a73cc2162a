package scriptorium.actors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigValueType;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

final class StoreSettingsTest {

  private static final Config DEFAULTS = ConfigFactory.load();
  private static final String ROOT = "scriptorium.store";

  /** Read by the actor system or by the parts that Akka makes, not by StoreSettings. */
  private static final Set<String> READ_ELSEWHERE =
      Set.of(
          "journal-plugin",
          "snapshot-plugin",
          "query-plugin",
          "cluster.writer-role",
          "writer-dispatcher.type",
          "writer-dispatcher.executor");

  static Stream<String> keys() {
    Set<String> keys = new TreeSet<>();
    DEFAULTS.getConfig(ROOT).entrySet().forEach(entry -> keys.add(entry.getKey()));
    keys.removeAll(READ_ELSEWHERE);
    return keys.stream();
  }

  @Test
  void takesTheDefaults() {
    StoreSettings settings = StoreSettings.load(DEFAULTS);

    assertEquals("main", settings.name());
    assertEquals(10_000, settings.write().queueCapacity());
    assertEquals(Runtime.getRuntime().maxMemory() / 2, settings.maxDatabaseBytes());
    assertTrue(settings.read().permits() >= 1);
  }

  /** A value of the wrong type is found out only where the key is read. */
  @ParameterizedTest
  @MethodSource("keys")
  void readsEachKey(String key) {
    String path = ROOT + "." + key;

    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> load(path + " = {}"));

    assertTrue(String.valueOf(refused.getMessage()).contains(path), refused.toString());
  }

  @ParameterizedTest
  @CsvSource({
    "journal-fences, perhaps, off",
    "write.queue-capacity, 0, 1",
    "write.queue-capacity, 10000001, 10000000",
    "write.queue-timeout, 0ms, 1ms",
    "write.run-timeout, 0ms, 1ms",
    "write.cancel-grace, 0ms, 1ms",
    "write.max-abandoned-threads, -1, 0",
    "write.max-abandoned-threads, 1001, 1000",
    "write.batch-mutations, 0, 1",
    "write.batch-mutations, 100001, 100000",
    "write.batch-bytes, 1023, 1024",
    "write.batch-bytes, 67108865, 67108864",
    "write.batch-time, 0ms, 1ms",
    "write.max-change-set-bytes, 1023, 1024",
    "write.max-change-set-bytes, 536870913, 536870912",
    "write.part-bytes, 1023, 1024",
    "write.part-bytes, 67108865, 67108864",
    "write.max-label-chars, 0, 1",
    "write.max-label-chars, 100001, 100000",
    "write.max-value-bytes, -1, 0",
    "write.max-value-bytes, 1048577, 1048576",
    "write.journal-timeout, 0ms, 1ms",
    "write.max-outcomes, 0, 1",
    "write.max-outcomes, 100000001, 100000000",
    "write.max-clock-skew, -1ms, 0ms",
    "read.permits, -1, 0",
    "read.permits, 10001, 10000",
    "read.queue-capacity, -1, 0",
    "read.queue-capacity, 1000001, 1000000",
    "read.permit-timeout, -1ms, 0ms",
    "read.timeout, 0ms, 1ms",
    "read.max-rows, 0, 1",
    "read.max-rows, 2147483648, 2147483647",
    "read.connections, 0, 1",
    "read.level-timeout, -1ms, 0ms",
    "read.view-reuse, -1ms, 0ms",
    "read.pause, -1ms, 0ms",
    "read.pause, 1001ms, 1s",
    "snapshot.every-events, -1, 0",
    "snapshot.keep, 0, 1",
    "snapshot.delete-events, -1, 0",
    "snapshot.keep, 1001, 1000",
    "snapshot.chunk-bytes, 4095, 4096",
    "snapshot.chunk-bytes, 67108865, 67108864",
    "snapshot.every-time, -1ms, 0ms",
    "snapshot.store-timeout, 0ms, 1ms",
    "snapshot.schema-wait, -1ms, 0ms",
    "snapshot.verify, sha256, restore",
    "snapshot.share, 0, 0.01",
    "snapshot.share, 1.01, 1",
    "snapshot.timeout, 0ms, 1ms",
    "schema.max-write-pause, 0ms, 1ms",
    "schema.max-tail-bytes, 1023, 1024",
    "schema.timeout, 0ms, 1ms",
    "recovery.min-backoff, 0ms, 1ms",
    "recovery.max-backoff, 0ms, 100ms",
    "recovery.claim-attempts, -1, 0",
    "recovery.claim-attempts, 10001, 10000",
    "recovery.change-sets-per-commit, 0, 1",
    "recovery.change-sets-per-commit, 100001, 100000",
    "recovery.progress-every, 0ms, 1ms",
    "recovery.stall-timeout, 9ms, 10ms",
    "as-of.max-open, -1, 0",
    "digest.every-events, -1, 0",
    "digest.every, -1ms, 0ms",
    "digest.share, 0, 0.01",
    "digest.share, 1.01, 1",
    "as-of.max-open, 10001, 10000",
    "as-of.settle, -1ms, 0ms",
    "stop-timeout, 0ms, 1ms",
    "blocking-timeout, 0ms, 1ms",
    "cluster.max-message-bytes, 1023, 1024",
    "cluster.max-message-bytes, 134217729, 134217728",
    "cluster.resend-after, 0ms, 1ms",
    "cluster.max-unanswered, 0, 1",
    "cluster.max-unanswered, 100001, 100000",
    "schema.downgrade, perhaps, run",
    "max-database-bytes, 65535, 65536"
  })
  void namesTheKeyTheRangeAndTheValueOfASettingOutOfRange(String key, String wrong, String right) {
    String path = ROOT + "." + key;

    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> load(path + " = " + wrong));

    String message = String.valueOf(refused.getMessage());
    assertTrue(message.contains(path), message);
    assertTrue(message.contains("expected="), message);
    assertTrue(message.contains("found="), message);
    load(path + " = " + right);
  }

  @ParameterizedTest
  @CsvSource({"''", "a/b", "..", "'a b'", "-x"})
  void refusesANameThatMakesNoFolder(String name) {
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> load(ROOT + ".name = \"" + name + "\""));

    assertTrue(String.valueOf(refused.getMessage()).contains("name=" + name), refused.toString());
  }

  @Test
  void refusesALongestWaitBelowTheFirst() {
    assertThrows(
        IllegalArgumentException.class,
        () -> load(ROOT + ".recovery { min-backoff = 2s, max-backoff = 1s }"));
  }

  @Test
  void documentsEachKey() {
    Config own = DEFAULTS.getConfig(ROOT);

    List<String> undocumented =
        own.entrySet().stream()
            .filter(entry -> entry.getValue().valueType() != ConfigValueType.OBJECT)
            .filter(entry -> entry.getValue().origin().comments().isEmpty())
            .map(entry -> entry.getKey())
            .filter(key -> !key.startsWith("writer-dispatcher"))
            .filter(key -> !key.equals("write.batch-bytes") && !key.equals("write.batch-time"))
            .filter(key -> !key.equals("recovery.max-backoff") && !key.equals("snapshot-plugin"))
            .filter(key -> !key.equals("query-plugin"))
            .toList();

    assertEquals(List.of(), undocumented);
  }

  @Test
  void keepsTheRestWhenOneThingChanges() {
    StoreSettings settings = StoreSettings.load(DEFAULTS);

    StoreSettings other = settings.withName("other");

    assertEquals("other", other.name());
    assertEquals(settings.write(), other.write());
    assertNotEquals(settings, other);
  }

  private static StoreSettings load(String override) {
    return StoreSettings.load(ConfigFactory.parseString(override).withFallback(DEFAULTS));
  }
}
