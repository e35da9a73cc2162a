package scriptorium.persistence.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.esotericsoftware.kryo.io.Output;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import scriptorium.persistence.ChangeSet;
import scriptorium.persistence.EpochStarted;
import scriptorium.persistence.JournalEvent;
import scriptorium.persistence.OutcomeNever;
import scriptorium.persistence.SchemaChanged;

final class EventCodecTest {

  private static final Path GOLDEN = Path.of("src/test/resources/golden");

  /** One event of each kind, whose bytes are kept for ever. */
  enum Sample {
    CHANGE_SET("C", "event-change-set-1.hex"),
    EMPTY_CHANGE_SET("C", "event-empty-change-set-1.hex"),
    CHANGE_SET_WITH_BEFORE_IMAGES("C", "event-change-set-before-images-1.hex"),
    CHANGE_SET_PART("CP", "event-change-set-part-1.hex"),
    CHANGE_SET_PART_WITH_BEFORE_IMAGES("CP", "event-change-set-part-before-images-1.hex"),
    CHANGE_SET_END("CE", "event-change-set-end-1.hex"),
    CHANGE_SET_END_WITH_BEFORE_IMAGES("CE", "event-change-set-end-before-images-1.hex"),
    EPOCH_STARTED("E", "event-epoch-started-1.hex"),
    OUTCOME_NEVER("N", "event-outcome-never-1.hex"),
    SCHEMA_CHANGED("S", "event-schema-changed-2.hex"),
    SCHEMA_TAKEN_DOWN("S", "event-schema-taken-down-2.hex"),
    SCHEMA_CHANGED_BY_HAND("S", "event-schema-changed-by-hand-2.hex"),
    DIGEST_DUE("D", "event-digest-due-1.hex"),
    DIGESTS("DS", "event-digests-1.hex");

    final String manifest;
    final String file;

    Sample(String manifest, String file) {
      this.manifest = manifest;
      this.file = file;
    }

    JournalEvent event() {
      return switch (this) {
        case CHANGE_SET -> EventSamples.changeSet();
        case EMPTY_CHANGE_SET -> EventSamples.emptyChangeSet();
        case CHANGE_SET_WITH_BEFORE_IMAGES -> EventSamples.changeSetWithBeforeImages();
        case CHANGE_SET_PART -> EventSamples.part(false);
        case CHANGE_SET_PART_WITH_BEFORE_IMAGES -> EventSamples.part(true);
        case CHANGE_SET_END -> EventSamples.end(false);
        case CHANGE_SET_END_WITH_BEFORE_IMAGES -> EventSamples.end(true);
        case EPOCH_STARTED -> EventSamples.epochStarted();
        case OUTCOME_NEVER -> EventSamples.outcomeNever();
        case SCHEMA_CHANGED -> EventSamples.schemaChanged();
        case SCHEMA_TAKEN_DOWN -> EventSamples.schemaTakenDown();
        case SCHEMA_CHANGED_BY_HAND -> EventSamples.schemaChangedByHand();
        case DIGEST_DUE -> EventSamples.digestDue();
        case DIGESTS -> EventSamples.digests();
      };
    }

    byte[] golden() {
      try {
        return HexFormat.of().parseHex(Files.readString(GOLDEN.resolve(file)).replace("\n", ""));
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void writesTheGoldenBytes(Sample sample) {
    EncodedEvent encoded = EventCodec.encode(sample.event());

    assertEquals(sample.manifest, encoded.manifest());
    assertEquals(
        HexFormat.of().formatHex(sample.golden()), HexFormat.of().formatHex(encoded.bytes()));
  }

  @ParameterizedTest
  @EnumSource
  void readsTheGoldenBytes(Sample sample) {
    JournalEvent event = EventCodec.decode(sample.manifest, sample.golden());

    assertEquals(sample.event().getClass(), event.getClass());
    assertEquals(sample.event().time(), event.time());
    assertEquals(
        HexFormat.of().formatHex(sample.golden()),
        HexFormat.of().formatHex(EventCodec.encode(event).bytes()));
  }

  @Test
  void readsWhatWasWritten() {
    ChangeSet changeSet = decoded(Sample.CHANGE_SET, ChangeSet.class);
    EpochStarted epoch = decoded(Sample.EPOCH_STARTED, EpochStarted.class);
    OutcomeNever never = decoded(Sample.OUTCOME_NEVER, OutcomeNever.class);
    SchemaChanged schema = decoded(Sample.SCHEMA_CHANGED, SchemaChanged.class);

    assertEquals(EventSamples.changeSet().txId(), changeSet.txId());
    assertEquals(EventSamples.changeSet().label(), changeSet.label());
    assertEquals(3, changeSet.changes().rowCount());
    assertEquals(EventSamples.epochStarted(), epoch);
    assertEquals(EventSamples.outcomeNever(), never);
    assertEquals(EventSamples.schemaChanged().after(), schema.after());
    assertEquals(EventSamples.schemaChanged().checksum(), schema.checksum());
    assertEquals(EventSamples.schemaChanged().down(), schema.down());
    assertEquals(SchemaChanged.Kind.UP, schema.kind());
  }

  private static <E extends JournalEvent> E decoded(Sample sample, Class<E> kind) {
    return assertInstanceOf(kind, EventCodec.decode(sample.manifest, sample.golden()));
  }

  @ParameterizedTest
  @EnumSource
  void refusesEveryTruncation(Sample sample) {
    byte[] bytes = sample.golden();

    for (int length = 0; length < bytes.length; length++) {
      byte[] cut = Arrays.copyOf(bytes, length);
      assertThrows(
          CorruptEventException.class,
          () -> EventCodec.decode(sample.manifest, cut),
          "length=" + length);
    }
  }

  @ParameterizedTest
  @EnumSource
  void refusesBytesBehindTheEnd(Sample sample) {
    byte[] longer = Arrays.copyOf(sample.golden(), sample.golden().length + 1);

    assertThrows(CorruptEventException.class, () -> EventCodec.decode(sample.manifest, longer));
  }

  @ParameterizedTest
  @EnumSource
  void readsGarbageOrRefusesItButNothingElse(Sample sample) {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    byte[] golden = sample.golden();

    for (int i = 0; i < 20_000; i++) {
      byte[] bytes = golden.clone();
      int flips = 1 + random.nextInt(4);
      for (int f = 0; f < flips; f++) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
      }
      decodeOrRefuse(sample.manifest, bytes, seed);
    }
  }

  private static void decodeOrRefuse(String manifest, byte[] bytes, long seed) {
    try {
      EventCodec.decode(manifest, bytes);
    } catch (CorruptEventException expected) {
      assertTrue(
          String.valueOf(expected.getMessage()).contains("manifest=" + manifest), "seed=" + seed);
    } catch (RuntimeException | Error e) {
      throw new AssertionError(
          "seed=" + seed + " manifest=" + manifest + " bytes=" + HexFormat.of().formatHex(bytes),
          e);
    }
  }

  @Test
  void refusesATextThatClaimsToBeLongerThanTheEvent() {
    Output out = new Output(64, -1);
    out.writeByte(1);
    out.writeVarLong(1_700_000_000_000_000L, true);
    out.writeVarIntFlag(true, Integer.MAX_VALUE, true);

    CorruptEventException refused =
        assertThrows(
            CorruptEventException.class,
            () -> EventCodec.decode(EventCodec.EPOCH_STARTED, out.toBytes()));

    assertTrue(String.valueOf(refused.getMessage()).contains("manifest=E"));
  }

  @Test
  void refusesAMissingText() {
    Output out = new Output(64, -1);
    out.writeByte(1);
    out.writeVarLong(1_700_000_000_000_000L, true);
    out.writeString(null);

    assertThrows(
        CorruptEventException.class,
        () -> EventCodec.decode(EventCodec.EPOCH_STARTED, out.toBytes()));
  }

  @Test
  void refusesAnUnknownKindAndLayout() {
    byte[] bytes = Sample.EPOCH_STARTED.golden();
    byte[] newer = bytes.clone();
    newer[0] = 2;

    CorruptEventException kind =
        assertThrows(CorruptEventException.class, () -> EventCodec.decode("X", bytes));
    CorruptEventException layout =
        assertThrows(CorruptEventException.class, () -> EventCodec.decode("E", newer));

    assertTrue(String.valueOf(kind.getMessage()).contains("manifest=X"));
    assertTrue(String.valueOf(layout.getMessage()).contains("expected=1 found=2"));
  }

  @ParameterizedTest
  @EnumSource
  void isTakenForAnEventByTheSerializer(Sample sample) {
    StoreSerializer serializer = new StoreSerializer();
    EncodedEvent event = new EncodedEvent(sample.manifest, sample.golden());

    Object read = serializer.fromBinary(serializer.toBinary(event), serializer.manifest(event));

    assertEquals(sample.event().getClass(), read.getClass());
  }
}
