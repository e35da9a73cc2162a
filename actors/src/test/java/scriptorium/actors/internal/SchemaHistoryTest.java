package scriptorium.actors.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import scriptorium.actors.SchemaScript;
import scriptorium.persistence.SchemaChanged;

final class SchemaHistoryTest {

  private static final Instant TIME = Instant.parse("2024-02-29T12:34:56.123456Z");
  private static final MigrationStep UP1 =
      MigrationStep.up(SchemaScript.numbered(1, "V1.sql", "create table a(id int)"));
  private static final MigrationStep UP3 =
      MigrationStep.up(
          SchemaScript.numbered(3, "V3.sql", "create table b(id int)")
              .withDown("U3.sql", "drop table b; -- ü"));

  private final SchemaHistory history = new SchemaHistory();

  private static SchemaChanged event(MigrationStep step) {
    return step.event(TIME, List.of(), List.of(), List.of());
  }

  private SchemaChanged down() {
    SchemaHistory.Applied newest = history.applied().get(history.applied().size() - 1);
    return event(MigrationStep.down(newest.version(), newest.down().orElseThrow()));
  }

  @Test
  void knowsWhatIsInForceAfterUpsAndDowns() {
    history.add(event(UP1));
    history.add(event(UP3));
    assertEquals(3, history.version());

    history.add(down());

    assertEquals(1, history.version());
    history.add(event(UP3));
    assertEquals(3, history.version());
  }

  @Test
  void doesNotCountChangesByHand() {
    history.add(event(MigrationStep.byHand(SchemaScript.adHoc("x", "drop table a"))));

    assertEquals(0, history.version());
    assertEquals(List.of(), history.applied());
  }

  @Test
  void comesBackFromItsBytes() {
    history.add(event(UP1));
    history.add(event(UP3));

    SchemaHistory read = new SchemaHistory();
    read.load(history.toBytes());

    assertEquals(history.applied(), read.applied());
    assertEquals("U3.sql", read.applied().get(1).down().orElseThrow().name());
    assertEquals(TIME, read.applied().get(0).time());
  }

  @Test
  void refusesBytesOfAnotherFormat() {
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> history.load(new byte[] {1, 0}));

    assertTrue(
        String.valueOf(refused.getMessage()).contains("expected=2 found=1"), refused.toString());
  }

  @Test
  void refusesEventsOutOfOrder() {
    history.add(event(UP3));

    assertThrows(IllegalStateException.class, () -> history.add(event(UP1)));
    SchemaChanged other =
        event(MigrationStep.down(2, new SchemaChanged.Down("U2.sql", "", "drop table x")));
    IllegalStateException refused =
        assertThrows(IllegalStateException.class, () -> history.add(other));
    assertTrue(
        String.valueOf(refused.getMessage()).contains("version=2 name=U2.sql newest=3"),
        refused.toString());
  }
}
