package scriptorium.actors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import scriptorium.keys.StoreKeys;

/** Signed and encrypted snapshots of a store, and what its settings say about them. */
final class ProtectedStoreTest {

  private static final String ROOT = "scriptorium.store.snapshot.protection";
  private static final String A = "a1".repeat(32);
  private static final String B = "b2".repeat(32);

  @TempDir Path folder;
  private StoreFixture store;
  private StoreFiles files;

  @BeforeEach
  void prepare() {
    store = StoreFixture.closed(folder);
    files = new StoreFiles(folder.resolve("main"));
  }

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void recoversFromASignedAndEncryptedSnapshot() throws Exception {
    SequenceNumber snapshot = snapshot(protection("a", "b", key("a", A) + key("b", B)));

    store.crash();

    RecoveryReport report = store.store().status().recovery().orElseThrow();
    assertEquals(snapshot, report.snapshotNumber());
    assertEquals(2, report.restoredRows());
    for (Path chunk : files.chunks(snapshot)) {
      String bytes = Files.readString(chunk, StandardCharsets.ISO_8859_1);
      assertFalse(bytes.contains("SECRET"), "readable: " + chunk);
    }
  }

  @Test
  void recoversAfterTheKeyWasRotated() throws Exception {
    SequenceNumber snapshot = snapshot(protection("", "a", key("a", A)));

    store.end().open(protection("", "b", key("a", A) + key("b", B))).ready();

    assertEquals(snapshot, store.store().status().recovery().orElseThrow().snapshotNumber());
  }

  @ParameterizedTest
  @CsvSource({
    "a, b2, made with another key of this id: keyId=a",
    "b, b2, missing: keyId=a",
  })
  void refusesToStartWithoutTheRightKey(String id, String digits, String problem) throws Exception {
    SequenceNumber snapshot = snapshot(protection("", "a", key("a", A)));

    String failure = store.end().open(protection("", id, key(id, digits.repeat(32)))).failure();

    assertTrue(failure.contains(problem), failure);
    assertTrue(failure.contains("storeId=main sequenceNumber=" + snapshot), failure);
  }

  @Test
  void readsSnapshotsFromBeforeOnlyWhenTold() throws Exception {
    SequenceNumber snapshot = snapshot("");
    String signed = protection("a", "", key("a", A));

    String failure = store.end().open(signed).failure();
    assertTrue(failure.contains("accept-unprotected = on"), failure);

    store.end().open(signed + ROOT + ".accept-unprotected = on").ready();
    assertEquals(snapshot, store.store().status().recovery().orElseThrow().snapshotNumber());
  }

  @Test
  void recoversAndReadsThePastFromAnEncryptedJournal() throws Exception {
    String keys =
        "scriptorium.journal.protection { encrypt-with = j, keys.j.value = \"%s\" }".formatted(A);
    store.open(keys).ready();
    store.schema("create table word(id int primary key, text varchar)");
    SequenceNumber first = store.execute("insert into word values (1, 'SECRET')");
    store.execute("update word set text = 'later' where id = 1");

    store.crash();

    assertEquals(List.of("later"), store.rows("select text from word"));
    try (AsOf then = StoreFixture.get(store.store().asOf(first)).orThrow()) {
      List<String> past =
          StoreFixture.get(then.read(c -> StoreFixture.rows(c, "select text from word")))
              .orThrow()
              .value();
      assertEquals(List.of("SECRET"), past);
    }
    try (Stream<Path> journal = Files.list(folder.resolve("main"))) {
      for (Path file : journal.filter(f -> f.toString().endsWith(".log")).toList()) {
        String bytes = Files.readString(file, StandardCharsets.ISO_8859_1);
        assertFalse(bytes.contains("SECRET"), "readable: " + file);
      }
    }
  }

  @Test
  void refusesToStartWithoutTheRightKeyOfTheJournal() throws Exception {
    String keys = "scriptorium.journal.protection { encrypt-with = j, keys.j.value = \"%s\" }";
    store.open(keys.formatted(A)).ready();

    String failure = store.end().open(keys.formatted(B)).failure();

    assertTrue(failure.contains("keyId=j file="), failure);
    assertTrue(failure.contains("scriptorium.journal.protection.keys"), failure);
  }

  private SequenceNumber snapshot(String settings) throws Exception {
    store.open(settings).ready();
    store.schema("create table word(id int primary key, text varchar)");
    store.write("insert into word values (1, 'SECRET'), (2, 'SECRET')").orThrow();
    SnapshotReply reply = StoreFixture.get(store.store().snapshot());
    return assertInstanceOf(SnapshotReply.Saved.class, reply).sequenceNumber();
  }

  @Test
  void readsKeysInHexadecimalInBase64AndFromFiles() throws Exception {
    Path file = folder.resolve("key");
    Files.writeString(file, " oaGhoaGhoaGhoaGhoaGhoaGhoaGhoaGhoaGhoaGhoaE=\n");

    StoreKeys keys =
        load(key("hex", A)
                + ROOT
                + ".keys.base64.value = \"srKysrKysrKysrKysrKysrKysrKysrKysrKysrKysrI=\"\n"
                + ROOT
                + ".keys.file.file = \""
                + file
                + "\"\n")
            .protection()
            .keys();

    assertEquals((byte) 0xa1, keys.find("hex").orElseThrow()[31]);
    assertEquals((byte) 0xa1, keys.find("file").orElseThrow()[31]);
    assertEquals((byte) 0xb2, keys.find("base64").orElseThrow()[31]);
    assertEquals(Optional.empty(), keys.find("other"));
  }

  @Test
  void asksAProvider() {
    StoreKeys keys =
        load(ROOT + ".provider = \"" + Provider.class.getName() + "\"").protection().keys();

    assertEquals(7, keys.find("from-provider").orElseThrow()[0]);
  }

  /** A key service's stand-in; public because it is named in a configuration. */
  public static final class Provider implements StoreKeys {
    private final boolean configured;

    /** Made by the store. */
    public Provider(Config config) {
      configured = config.hasPath("scriptorium.store");
    }

    @Override
    public Optional<byte[]> find(String keyId) {
      byte[] key = new byte[KEY_BYTES];
      Arrays.fill(key, (byte) 7);
      return configured && keyId.equals("from-provider") ? Optional.of(key) : Optional.empty();
    }
  }

  @Test
  void refusesWhatIsNoKeyWithoutShowingIt() {
    for (String wrong : List.of("a1".repeat(31), "zz".repeat(32), "oaGh", "")) {
      String message = refusal(key("a", wrong));
      assertTrue(message.contains(ROOT + ".keys.a expected 32 bytes"), message);
      assertFalse(message.contains("a1a1") || message.contains("zz"), message);
    }
  }

  @Test
  void refusesWhatCannotWorkBeforeTheStoreStarts() {
    assertTrue(refusal(protection("a", "", "")).contains(ROOT + ".sign-with no key of this id"));
    assertTrue(refusal(protection("", "a", "")).contains(ROOT + ".encrypt-with no key of this id"));
    assertTrue(refusal(protection("", "a b", "")).contains("found keyId=a b"));
    assertTrue(refusal(ROOT + ".keys.a {}").contains("found both or neither"));
    assertTrue(refusal(ROOT + ".keys.a.file = \"/no/such\"").contains("file=/no/such"));
    assertTrue(refusal(ROOT + ".provider = \"java.lang.String\"").contains("java.lang.String"));
    assertTrue(refusal(ROOT + ".provider = \"no.such.Keys\"").contains("no.such.Keys"));
  }

  @Test
  void showsNoKeyWhenPrinted() {
    StoreSettings settings = load(protection("a", "", key("a", A)));

    assertFalse(settings.toString().contains("a1a1"), settings.toString());
  }

  private static String refusal(String settings) {
    return String.valueOf(
        assertThrows(IllegalArgumentException.class, () -> load(settings)).getMessage());
  }

  private static StoreSettings load(String settings) {
    return StoreSettings.load(
        ConfigFactory.parseString(settings).withFallback(ConfigFactory.load()));
  }

  private static String protection(String signWith, String encryptWith, String keys) {
    return "%s { sign-with = \"%s\", encrypt-with = \"%s\" }\n%s"
        .formatted(ROOT, signWith, encryptWith, keys);
  }

  private static String key(String id, String value) {
    return "%s.keys.%s.value = \"%s\"\n".formatted(ROOT, id, value);
  }
}
