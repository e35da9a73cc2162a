package scriptorium.actors;

import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;

/** Finds and reads the files in which schema scripts may be. */
final class SchemaFiles {

  /** What nobody names by chance: it was meant to be a script, whatever its ending. */
  private static final Pattern MEANT = Pattern.compile("(?i)(?:[VU]\\d.*|R__.*|.*\\.sql)");

  /**
   * A file's content.
   *
   * @param name without its folder
   * @param source where it is, for people
   */
  @SuppressWarnings("ArrayRecordComponent") // read once, compared by nobody
  record SchemaFile(String name, String source, byte[] bytes) {}

  private SchemaFiles() {}

  static List<SchemaFile> inFolder(Path folder) {
    List<SchemaFile> files = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      for (Path entry : entries) {
        String name = String.valueOf(entry.getFileName());
        if (Files.isDirectory(entry)) {
          throw nested(entry.toString());
        }
        if (isMeant(name)) {
          files.add(new SchemaFile(name, entry.toString(), read(entry)));
        }
      }
    } catch (NoSuchFileException | NotDirectoryException e) {
      throw new BadSchemaScriptException(
          "no folder of schema scripts: folder=" + folder + "; create it, or correct the path", e);
    } catch (IOException e) {
      throw new BadSchemaScriptException("schema scripts cannot be listed: folder=" + folder, e);
    }
    files.sort(Comparator.comparing(SchemaFile::name));
    return files;
  }

  private static byte[] read(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw unreadable(file.toString(), e);
    }
  }

  static List<SchemaFile> onClasspath(ClassLoader loader, String location) {
    String folder = location.replaceAll("^/+|/+$", "");
    List<SchemaFile> files = new ArrayList<>();
    try {
      List<URL> found = Collections.list(loader.getResources(folder));
      if (found.isEmpty()) {
        throw new BadSchemaScriptException(
            "no schema scripts on the class path: location="
                + location
                + "; correct it, or build the jar with entries for its folders");
      }
      for (URL url : found) {
        files.addAll(at(url));
      }
    } catch (IOException | URISyntaxException e) {
      throw new BadSchemaScriptException(
          "schema scripts cannot be listed: class path location=" + location, e);
    }
    return files;
  }

  private static List<SchemaFile> at(URL url) throws IOException, URISyntaxException {
    if (url.getProtocol().equals("file")) {
      return inFolder(Path.of(new URI(url.toString())));
    }
    URLConnection connection = url.openConnection();
    if (!(connection instanceof JarURLConnection jar)) {
      throw new BadSchemaScriptException(
          "schema scripts are neither in a folder nor in a jar: url="
              + url
              + "; copy them into a folder and use that");
    }
    jar.setUseCaches(false); // the jar is closed here, under nobody else's feet
    try (JarFile file = jar.getJarFile()) {
      return inJar(file, folderName(jar.getEntryName()));
    }
  }

  private static String folderName(String entry) {
    return entry.endsWith("/") ? entry : entry + "/";
  }

  private static List<SchemaFile> inJar(JarFile jar, String folder) {
    List<SchemaFile> files = new ArrayList<>();
    for (JarEntry entry : Collections.list(jar.entries())) {
      if (!entry.getName().startsWith(folder) || entry.getName().equals(folder)) {
        continue;
      }
      String name = entry.getName().substring(folder.length());
      String source = jar.getName() + "!/" + entry.getName();
      if (name.contains("/")) {
        throw nested(source);
      }
      if (isMeant(name)) {
        files.add(new SchemaFile(name, source, read(jar, entry, source)));
      }
    }
    files.sort(Comparator.comparing(SchemaFile::name));
    return files;
  }

  private static byte[] read(JarFile jar, JarEntry entry, String source) {
    try (InputStream in = jar.getInputStream(entry)) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw unreadable(source, e);
    }
  }

  private static boolean isMeant(String name) {
    return !name.startsWith(".") && MEANT.matcher(name).matches();
  }

  /** Scripts that nobody looks at would be missed at the next start, or never. */
  private static BadSchemaScriptException nested(String source) {
    return new BadSchemaScriptException(
        "folder among schema scripts: found="
            + source
            + "; move its scripts up, or make it a location of its own elsewhere");
  }

  private static BadSchemaScriptException unreadable(String source, IOException cause) {
    return new BadSchemaScriptException(
        "schema script cannot be read: file=" + source + ": " + cause, cause);
  }
}
