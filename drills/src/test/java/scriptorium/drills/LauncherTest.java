package scriptorium.drills;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launcher in a folder that looks as its build has left it. */
class LauncherTest {

  private static final long LIMIT_MINUTES = 5;

  @TempDir private Path home;
  private Path work;

  @BeforeEach
  void build() throws IOException {
    Files.copy(launcher(), home.resolve("scriptorium"));
    Path target = Files.createDirectories(home.resolve("drills/target"));
    List<String> jars = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      Path path = Path.of(entry);
      if (Files.isDirectory(path) && !entry.isEmpty()) {
        jars.add(jar(path, home.resolve("classes-" + jars.size() + ".jar")).toString());
      } else if (Files.isRegularFile(path)) {
        jars.add(path.toString());
      }
    }
    jar(Files.createDirectory(home.resolve("nothing")), target.resolve("scriptorium-drills-1.jar"));
    Files.writeString(target.resolve("classpath"), String.join(":", jars));
    work = Files.createDirectories(home.resolve("target/launcher"));
    Files.createFile(work.resolve("built-drills"));
  }

  @Test
  void makesAClassDataArchiveAndUsesItAndMakesAnotherForNewJars() throws Exception {
    run();

    Path archive = archive();
    assertTrue(Files.size(archive) > 1_000_000, "bytes=" + Files.size(archive));
    assertTrue(
        classesLoaded().contains("scriptorium.actors.Store source: shared objects file (top)"));
    FileTime made = Files.getLastModifiedTime(archive);

    run();
    assertEquals(made, Files.getLastModifiedTime(archive));

    Files.setLastModifiedTime(
        home.resolve("drills/target/scriptorium-drills-1.jar"),
        FileTime.from(Instant.now().plus(Duration.ofSeconds(2))));
    run();
    assertNotEquals(made, Files.getLastModifiedTime(archive));
  }

  @Test
  void anArchiveThatDoesNotFitCostsNothingButTime() throws Exception {
    run();
    Path archive = archive();
    assertTrue(archive.toFile().setWritable(true));
    byte[] bytes = Files.readAllBytes(archive);
    Arrays.fill(bytes, 0, 4096, (byte) 7);
    Files.write(archive, bytes);

    run();

    assertTrue(
        classesLoaded().lines().noneMatch(line -> line.contains("shared objects file (top)")));
  }

  /** Runs a statement; nothing but its result is printed. */
  private void run() throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(
                "bash",
                home.resolve("scriptorium").toString(),
                "sql",
                "--data",
                home.resolve("data").toString(),
                "-")
            .redirectInput(Files.writeString(home.resolve("in"), "VALUES 1 + 1;\n").toFile())
            .redirectOutput(home.resolve("out").toFile())
            .redirectError(home.resolve("err").toFile());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder
        .environment()
        .put("SCRIPTORIUM_JAVA_OPTS", "-Xlog:class+load:file=" + home.resolve("loaded"));
    Process process = builder.start();
    try {
      assertTrue(process.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES));
    } finally {
      process.destroyForcibly();
    }
    assertEquals("", Files.readString(home.resolve("err")));
    assertEquals(0, process.exitValue());
    assertTrue(Files.readString(home.resolve("out")).contains(" 2\n"));
  }

  private String classesLoaded() throws IOException {
    return Files.readString(home.resolve("loaded"), StandardCharsets.ISO_8859_1);
  }

  private Path archive() throws IOException {
    try (Stream<Path> files = Files.list(work)) {
      List<Path> archives = files.filter(file -> file.toString().endsWith(".jsa")).toList();
      assertEquals(1, archives.size(), archives.toString());
      return archives.get(0);
    }
  }

  /** Tests run in the module's folder. */
  private static Path launcher() {
    return Stream.of(Path.of("../scriptorium"), Path.of("scriptorium"))
        .filter(Files::isRegularFile)
        .findFirst()
        .orElseThrow();
  }

  private static Path jar(Path folder, Path jar) throws IOException {
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
        Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        out.putNextEntry(new JarEntry(folder.relativize(file).toString()));
        Files.copy(file, out);
        out.closeEntry();
      }
    }
    return jar;
  }
}
