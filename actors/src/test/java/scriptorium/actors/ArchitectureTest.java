package scriptorium.actors;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What may know what. The modules' own dependencies in the poms forbid the rest. */
final class ArchitectureTest {

  private static final String KEYS = "scriptorium.keys..";
  private static final String DATABASE = "scriptorium.database..";
  private static final String SNAPSHOTS = "scriptorium.snapshots..";
  private static final String PERSISTENCE = "scriptorium.persistence..";
  private static final String ACTORS = "scriptorium.actors..";

  private final JavaClasses all =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("scriptorium");

  @Test
  void modulesLieAboveEachOther() {
    noClasses()
        .that()
        .resideInAPackage(KEYS)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(DATABASE, SNAPSHOTS, PERSISTENCE, ACTORS)
        .check(all);
    noClasses()
        .that()
        .resideInAPackage(DATABASE)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(KEYS, SNAPSHOTS, PERSISTENCE, ACTORS)
        .check(all);
    noClasses()
        .that()
        .resideInAPackage(SNAPSHOTS)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(PERSISTENCE, ACTORS)
        .check(all);
    noClasses()
        .that()
        .resideInAPackage(PERSISTENCE)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(SNAPSHOTS, ACTORS)
        .check(all);
  }

  @Test
  void internalPackagesAreUsedByTheirOwnModuleAlone() {
    for (String module : Set.of("database", "snapshots", "persistence", "actors")) {
      String own = "scriptorium." + module;
      noClasses()
          .that()
          .resideOutsideOfPackage(own + "..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage(own + "..internal..")
          .allowEmptyShould(true)
          .check(all);
    }
  }

  /** Not in actors: there the façade and what is behind it know each other. */
  @Test
  void packagesFormNoCycle() {
    for (String module : Set.of(DATABASE, SNAPSHOTS, PERSISTENCE)) {
      slices()
          .matching("scriptorium.(**)")
          .should()
          .beFreeOfCycles()
          .check(all.that(resideInAPackage(module)));
    }
  }

  @Test
  void onlyDatabaseAndSnapshotsKnowH2() {
    classes()
        .that()
        .resideInAPackage("org.h2..")
        .should()
        .onlyHaveDependentClassesThat()
        .resideInAnyPackage("org.h2..", DATABASE, SNAPSHOTS)
        .allowEmptyShould(true)
        .check(all);
    noClasses()
        .that()
        .resideOutsideOfPackages(DATABASE, SNAPSHOTS, "org.h2..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.h2..")
        .check(all);
  }

  @Test
  void onlyActorsAndThePluginsKnowAkka() {
    noClasses()
        .that()
        .resideOutsideOfPackages(
            ACTORS,
            "scriptorium.persistence.codec..",
            "scriptorium.persistence.segment..",
            "scriptorium.persistence.files..",
            "scriptorium.persistence.jdbc..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("akka..", "scala..")
        .check(all);
  }

  @Test
  void databaseAndSnapshotsReadNoClock() {
    noClasses()
        .that()
        .resideInAnyPackage(
            DATABASE, SNAPSHOTS, "scriptorium.persistence", "scriptorium.persistence.codec..")
        .should()
        .callMethod(System.class, "currentTimeMillis")
        .orShould()
        .callMethod(System.class, "nanoTime")
        .orShould()
        .callMethod(Instant.class, "now")
        .orShould()
        .callMethod(Clock.class, "systemUTC")
        .orShould()
        .callMethod(InstantSource.class, "system")
        .check(all);
  }
}
