package scriptorium.actors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Folders of schema scripts, good and bad. */
final class SchemaScriptsTest {

  private static final String SQL = "create table t(id int);\n";

  @TempDir Path folder;

  private void write(String name, String sql) throws IOException {
    write(name, sql.getBytes(StandardCharsets.UTF_8));
  }

  private void write(String name, byte[] bytes) throws IOException {
    Files.write(folder.resolve(name), bytes);
  }

  private List<String> names() {
    return SchemaScripts.fromFolder(folder).stream()
        .map(script -> script.version().orElse(0) + " " + script.name())
        .toList();
  }

  private void expectRefused(String... parts) {
    BadSchemaScriptException refused =
        assertThrows(BadSchemaScriptException.class, () -> SchemaScripts.fromFolder(folder));
    for (String part : parts) {
      assertTrue(String.valueOf(refused.getMessage()).contains(part), refused.toString());
    }
  }

  @Test
  void readsNumberedScriptsByNumberThenRepeatableOnesByName() throws IOException {
    write("V10__ten.sql", SQL);
    write("V002__two.sql", SQL);
    write("V1__one.sql", SQL);
    write("R__b.sql", "delete from t;");
    write("R__a.sql", "delete from t;");

    assertEquals(
        List.of("1 V1__one.sql", "2 V002__two.sql", "10 V10__ten.sql", "0 R__a.sql", "0 R__b.sql"),
        names());
  }

  @Test
  void joinsADownScriptWithItsNumber() throws IOException {
    write("V003__add.sql", SQL);
    write("U3__remove_again.sql", "drop table t;");
    write("V4__more.sql", SQL);

    List<SchemaScript> scripts = SchemaScripts.fromFolder(folder);

    SchemaScript.Down down = scripts.get(0).down().orElseThrow();
    assertEquals("U3__remove_again.sql", down.name());
    assertEquals("drop table t;", down.sql());
    assertTrue(scripts.get(1).down().isEmpty());
  }

  @Test
  void takesAnEmptyFolderAndPassesOverWhatIsNoScript() throws IOException {
    assertEquals(List.of(), names());
    write("README.md", "about");
    write(".gitkeep", "");
    write(".V1__swap.sql", "");
    write("notes.txt", "");

    assertEquals(List.of(), names());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "V1_one.sql",
        "V1__.sql",
        "V__one.sql",
        "v1__one.sql",
        "V1__one.SQL",
        "V1.1__one.sql",
        "V1_1__one.sql",
        "V-1__one.sql",
        "V1__one.sql.bak",
        "V1__one.txt",
        "U1one.sql",
        "R_one.sql",
        "R1__one.sql",
        "R__one.sq",
        "r__one.sql",
        "one.sql",
        "B1__base.sql"
      })
  void refusesAWrongName(String name) throws IOException {
    write(name, SQL);

    expectRefused("wrong name", "file=" + folder.resolve(name), "V<number>__<title>.sql");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "000", "2147483648", "99999999999999999999999"})
  void refusesANumberOutOfRange(String number) throws IOException {
    write("V" + number + "__x.sql", SQL);

    expectRefused("out of range", "found=" + number, "expected=1..2147483647");
  }

  @Test
  void takesTheGreatestNumber() throws IOException {
    write("V0002147483647__x.sql", SQL);

    assertEquals(List.of("2147483647 V0002147483647__x.sql"), names());
  }

  @Test
  void refusesANumberThatIsTwiceThere() throws IOException {
    write("V1__one.sql", SQL);
    write("V01__other.sql", SQL);

    expectRefused("twice", "V1", "V01__other.sql", "V1__one.sql");
  }

  @Test
  void refusesADownScriptThatIsTwiceThere() throws IOException {
    write("V1__one.sql", SQL);
    write("U1__one.sql", SQL);
    write("U01__one.sql", SQL);

    expectRefused("twice", "U1", "U01__one.sql", "U1__one.sql");
  }

  @Test
  void refusesADownScriptWithoutItsNumber() throws IOException {
    write("V1__one.sql", SQL);
    write("U2__two.sql", SQL);

    expectRefused("down script without its numbered script", "U2__two.sql");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " \n", "-- nothing\n", "/* nothing */", ";;\n;"})
  void refusesAFileWithoutAStatement(String content) throws IOException {
    write("V1__one.sql", content);

    expectRefused("without a statement", "V1__one.sql", "bytes=" + content.length());
  }

  @Test
  void refusesWhatIsNotUtf8() throws IOException {
    write("V1__one.sql", "-- caf\u00e9\ndelete from t".getBytes(StandardCharsets.ISO_8859_1));

    expectRefused("not UTF-8", "V1__one.sql", "byte=6");
  }

  @Test
  void refusesAByteOrderMark() throws IOException {
    write("V1__one.sql", "\uFEFF" + SQL);

    expectRefused("byte order mark", "V1__one.sql");
  }

  @Test
  void refusesAFileThatCannotBeRead() throws IOException {
    Files.createSymbolicLink(folder.resolve("V1__one.sql"), folder.resolve("gone"));

    expectRefused("cannot be read", "V1__one.sql");
  }

  @Test
  void refusesAFolderAmongTheScripts() throws IOException {
    Files.createDirectory(folder.resolve("V1__one.sql"));

    expectRefused("folder among schema scripts", "V1__one.sql");
  }

  @Test
  void refusesAFolderThatIsNotThere() {
    folder = folder.resolve("gone");

    expectRefused("no folder of schema scripts", "gone");
  }

  @Test
  void refusesAFileInPlaceOfTheFolder() throws IOException {
    write("V1__one.sql", SQL);
    folder = folder.resolve("V1__one.sql");

    expectRefused("no folder of schema scripts", "V1__one.sql");
  }

  @Test
  void readsFoldersAndJarsOfTheClassPathTogether() throws IOException {
    Path classes = Files.createDirectories(folder.resolve("classes/db/migration"));
    Files.writeString(classes.resolve("V2__two.sql"), SQL);
    Path jar = jar("db/migration/", "db/migration/V1__one.sql", "db/migration/U1__one.sql");

    try (URLClassLoader loader = loader(folder.resolve("classes"), jar)) {
      List<SchemaScript> scripts = SchemaScripts.fromClasspath(loader, "/db/migration/");

      assertEquals(
          List.of("V1__one.sql", "V2__two.sql"), scripts.stream().map(SchemaScript::name).toList());
      assertTrue(scripts.get(0).down().isPresent());
    }
  }

  @Test
  void refusesAFolderAmongTheScriptsOfAJarAndAPlaceThatIsNotThere() throws IOException {
    Path jar = jar("db/", "db/V1__one.sql", "db/more/V2__two.sql");

    try (URLClassLoader loader = loader(jar)) {
      BadSchemaScriptException nested =
          assertThrows(
              BadSchemaScriptException.class, () -> SchemaScripts.fromClasspath(loader, "db"));
      BadSchemaScriptException missing =
          assertThrows(
              BadSchemaScriptException.class, () -> SchemaScripts.fromClasspath(loader, "other"));

      assertTrue(String.valueOf(nested.getMessage()).contains("db/more/V2__two.sql"));
      assertTrue(String.valueOf(missing.getMessage()).contains("location=other"));
    }
  }

  private Path jar(String... entries) throws IOException {
    Path jar = folder.resolve("scripts.jar");
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file)) {
      for (String entry : entries) {
        out.putNextEntry(new JarEntry(entry));
        if (!entry.endsWith("/")) {
          out.write(SQL.getBytes(StandardCharsets.UTF_8));
        }
        out.closeEntry();
      }
    }
    return jar;
  }

  private static URLClassLoader loader(Path... places) throws IOException {
    URL[] urls = new URL[places.length];
    for (int i = 0; i < places.length; i++) {
      urls[i] = places[i].toUri().toURL();
    }
    return new URLClassLoader(urls, null);
  }

  @Test
  void areReadFromThePlacesThatTheSettingsName() throws IOException {
    write("V1__one.sql", SQL);

    StoreSettings settings = load("locations = [\"filesystem:" + folder + "\"], downgrade = run");

    assertEquals("V1__one.sql", settings.schema().get(0).name());
    assertEquals(StoreSettings.Downgrade.RUN, settings.downgrade());
  }

  @Test
  void areRefusedWithTheSettingsKey() throws IOException {
    write("one.sql", SQL);

    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class,
            () -> load("locations = [\"filesystem:" + folder + "\"]"));
    IllegalArgumentException missing =
        assertThrows(
            IllegalArgumentException.class, () -> load("locations = [\"classpath:nowhere\"]"));

    assertTrue(String.valueOf(refused.getMessage()).contains("scriptorium.store.schema.locations"));
    assertTrue(String.valueOf(refused.getMessage()).contains("one.sql"));
    assertTrue(String.valueOf(missing.getMessage()).contains("location=nowhere"));
  }

  private static StoreSettings load(String schema) {
    return StoreSettings.load(
        ConfigFactory.parseString("scriptorium.store.schema { " + schema + " }")
            .withFallback(ConfigFactory.load()));
  }
}
