package scriptorium.actors.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import scriptorium.actors.SchemaScript;
import scriptorium.actors.StoreSettings.Downgrade;
import scriptorium.persistence.SchemaChanged;

final class MigrationPlanTest {

  private static final SchemaScript V1 = script(1);
  private static final SchemaScript V2 = script(2);
  private static final SchemaScript V4 = script(4);
  private static final SchemaScript RA = SchemaScript.repeatable("R__a.sql", "delete from a");
  private static final SchemaScript RB = SchemaScript.repeatable("R__b.sql", "delete from b");

  private static SchemaScript script(int version) {
    return SchemaScript.numbered(version, "V" + version + ".sql", "create table t" + version)
        .withDown("U" + version + ".sql", "drop table t" + version);
  }

  private static SchemaHistory.Applied applied(SchemaScript script) {
    return new SchemaHistory.Applied(
        script.version().orElseThrow(),
        script.name(),
        script.checksum(),
        Instant.EPOCH,
        script
            .down()
            .map(down -> new SchemaChanged.Down(down.name(), down.checksum(), down.sql())));
  }

  private static List<SchemaHistory.Applied> history(SchemaScript... scripts) {
    return List.of(scripts).stream().map(MigrationPlanTest::applied).toList();
  }

  private static List<String> steps(
      List<SchemaHistory.Applied> history, Downgrade downgrade, SchemaScript... scripts)
      throws SchemaRefusedException {
    return MigrationPlan.of(history, List.of(scripts), downgrade).steps().stream()
        .map(step -> step.direction() + " " + step.script().name())
        .toList();
  }

  private static String refusal(
      List<SchemaHistory.Applied> history, Downgrade downgrade, SchemaScript... scripts) {
    SchemaRefusedException refused =
        assertThrows(SchemaRefusedException.class, () -> steps(history, downgrade, scripts));
    return refused.reason();
  }

  private static void assertContains(String message, String... parts) {
    for (String part : parts) {
      assertTrue(message.contains(part), message);
    }
  }

  @Test
  void appliesWhatIsNewInOrderAndAllowsGaps() throws Exception {
    assertEquals(
        List.of("UP V2.sql", "UP V4.sql"), steps(history(V1), Downgrade.REFUSE, V1, V2, V4));
  }

  @Test
  void doesNothingWhereNothingIsNew() throws Exception {
    assertEquals(List.of(), steps(history(V1, V4), Downgrade.RUN, V1, V4));
    assertEquals(List.of(), steps(history(), Downgrade.RUN));
  }

  @Test
  void runsRepeatableScriptsLastAndByName() throws Exception {
    assertEquals(
        List.of("UP V1.sql", "BY_HAND x", "REPEAT R__a.sql", "REPEAT R__b.sql"),
        steps(history(), Downgrade.REFUSE, RB, V1, RA, SchemaScript.adHoc("x", "drop table y")));
  }

  @Test
  void takesNewerScriptsDownNewestFirst() throws Exception {
    assertEquals(
        List.of("DOWN U4.sql", "DOWN U2.sql", "REPEAT R__a.sql"),
        steps(history(V1, V2, V4), Downgrade.RUN, V1, RA));
  }

  @Test
  void appliesItsOwnScriptsOnceTheNewerOnesAreDown() throws Exception {
    assertEquals(
        List.of("DOWN U4.sql", "UP V2.sql"), steps(history(V1, V4), Downgrade.RUN, V1, V2));
  }

  @Test
  void refusesAStoreThatIsNewerUnlessToldToDowngrade() {
    String message = refusal(history(V1, V2, V4), Downgrade.REFUSE, V1, V2);

    assertContains(message, "store=4 (V4.sql)", "program=2", "downgrade = run");
  }

  @Test
  void refusesToTakeAnythingDownWhereOneHasNoDownScript() {
    SchemaScript without = SchemaScript.numbered(2, "V2.sql", "create table t2");

    String message = refusal(history(V1, without, V4), Downgrade.RUN, V1);

    assertContains(message, "without a down script", "version=2", "name=V2.sql", "nothing was run");
  }

  @Test
  void leavesAStoreAloneWhereNoNumberedScriptIsGiven() throws Exception {
    SchemaScript byHand = SchemaScript.adHoc("x", "drop table y");

    assertEquals(List.of("BY_HAND x"), steps(history(V1, V2), Downgrade.RUN, byHand));
  }

  @Test
  void refusesAnAppliedScriptThatIsMissingBelowTheNewest() {
    assertContains(
        refusal(history(V1, V2), Downgrade.RUN, V1, V4),
        "missing: version=2",
        "name=V2.sql",
        "sha256=" + V2.checksum());
  }

  @Test
  void refusesAnAppliedScriptThatWasChangedAndNamesBothChecksums() {
    SchemaScript changed = SchemaScript.numbered(1, "V1__other.sql", "create table other");

    assertContains(
        refusal(history(V1, V2), Downgrade.REFUSE, changed, V2),
        "changed",
        V1.checksum(),
        changed.checksum(),
        "V1__other.sql");
  }

  @Test
  void refusesANewScriptBelowTheNewestApplied() {
    assertContains(
        refusal(history(V1, V4), Downgrade.REFUSE, V1, V2, V4),
        "too late",
        "version=2",
        "newestApplied=4");
  }

  @Test
  void refusesVersionsThatDoNotRiseAndNamesThatAreTwiceThere() {
    assertContains(refusal(history(), Downgrade.REFUSE, V2, V1), "must rise", "version=1");
    assertContains(refusal(history(), Downgrade.REFUSE, V1, V1), "must rise", "before=1");
    assertContains(refusal(history(), Downgrade.REFUSE, RA, RB, RA), "twice", "name=R__a.sql");
  }

  @Test
  void warnsOfADownScriptThatWasChangedLater() throws Exception {
    SchemaScript changed = V1.withDown("U1.sql", "drop table t1 cascade");

    MigrationPlan plan = MigrationPlan.of(history(V1), List.of(changed), Downgrade.REFUSE);

    assertEquals(1, plan.warnings().size());
    assertContains(plan.warnings().get(0), "version=1", "the one applied counts");
    assertEquals(List.of(), MigrationPlan.of(history(V1), List.of(V1), Downgrade.RUN).warnings());
  }
}
