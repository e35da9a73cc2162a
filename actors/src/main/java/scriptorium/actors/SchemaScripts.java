package scriptorium.actors;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import scriptorium.actors.SchemaFiles.SchemaFile;

/**
 * Schema scripts from files, named as Flyway names them. Stateless; safe for use by any thread.
 *
 * <pre>
 * V003__add_colour.sql    applied once, third or so: gaps in the numbers are allowed
 * U003__add_colour.sql    takes it down; optional
 * R__colours.sql          run at every start, after the numbered ones; rows only
 * </pre>
 *
 * <pre>{@code
 * StoreSettings settings =
 *     StoreSettings.load(config)
 *         .withSchema(SchemaScripts.fromClasspath(App.class.getClassLoader(), "db/migration"));
 * }</pre>
 *
 * <p>The settings {@code scriptorium.store.schema.locations} do the same without code.
 */
public final class SchemaScripts {

  private static final String CLASSPATH = "classpath:";
  private static final String FILESYSTEM = "filesystem:";

  private SchemaScripts() {}

  /**
   * The scripts of a folder: numbered ones first, rising, then repeatable ones by name.
   *
   * @throws BadSchemaScriptException where the folder or a file in it cannot be used
   */
  public static List<SchemaScript> fromFolder(Path folder) {
    return assembled(SchemaFiles.inFolder(folder));
  }

  /**
   * The scripts of a folder on the class path, in directories and jars alike; where several have
   * it, those of all.
   *
   * @param location such as {@code db/migration}
   * @throws BadSchemaScriptException where nothing is there, or a file cannot be used
   */
  public static List<SchemaScript> fromClasspath(ClassLoader loader, String location) {
    return assembled(SchemaFiles.onClasspath(loader, location));
  }

  /**
   * The scripts of several places together: {@code classpath:db/migration}, {@code
   * filesystem:/etc/app/schema}; without either word it is the class path.
   */
  static List<SchemaScript> of(List<String> locations, ClassLoader loader) {
    List<SchemaFile> files = new ArrayList<>();
    for (String location : locations) {
      if (location.startsWith(FILESYSTEM)) {
        files.addAll(SchemaFiles.inFolder(Path.of(location.substring(FILESYSTEM.length()))));
      } else {
        String path =
            location.startsWith(CLASSPATH) ? location.substring(CLASSPATH.length()) : location;
        files.addAll(SchemaFiles.onClasspath(loader, path));
      }
    }
    return assembled(files);
  }

  private static List<SchemaScript> assembled(List<SchemaFile> files) {
    ScriptAssembly assembly = new ScriptAssembly();
    files.forEach(assembly::add);
    return assembly.scripts();
  }
}
