package scriptorium.servers;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.tukaani.xz.XZInputStream;

/**
 * PostgreSQL's programs, unpacked from the class path, and as whom they run. PostgreSQL refuses to
 * run as root: there it runs as nobody, by {@code setpriv}, in a folder that is nobody's.
 */
final class PostgresFiles {

  private static final int CALL_LIMIT_SECONDS = 120;
  private static final String NOBODY = "65534";

  private final Path folder;
  private final boolean asRoot;

  private PostgresFiles(Path folder, boolean asRoot) {
    this.folder = folder;
    this.asRoot = asRoot;
  }

  /** Unpacks the programs below the folder. */
  static PostgresFiles unpack(Path folder)
      throws IOException, InterruptedException, ServerUnavailableException {
    boolean asRoot = ((int) Files.getAttribute(Path.of("/proc/self"), "unix:uid")) == 0;
    PostgresFiles files = new PostgresFiles(folder, asRoot);
    files.unpackPrograms();
    if (asRoot) {
      Path parent = folder.toAbsolutePath().getParent();
      if (parent != null) {
        letPass(parent);
      }
      files.call(List.of("chown", NOBODY + ":" + NOBODY, folder.toString()));
    }
    return files;
  }

  /** Only where it must be: setting permissions takes a sticky bit away. */
  private static void letPass(Path folder) throws IOException {
    Set<PosixFilePermission> permissions = EnumSet.noneOf(PosixFilePermission.class);
    permissions.addAll(Files.getPosixFilePermissions(folder));
    if (permissions.addAll(
        Set.of(PosixFilePermission.GROUP_EXECUTE, PosixFilePermission.OTHERS_EXECUTE))) {
      Files.setPosixFilePermissions(folder, permissions);
    }
  }

  private void unpackPrograms()
      throws IOException, InterruptedException, ServerUnavailableException {
    String name = "/postgres-linux-" + architecture() + ".txz";
    try (InputStream packed = PostgresFiles.class.getResourceAsStream(name)) {
      if (packed == null) {
        throw new ServerUnavailableException(
            "no PostgreSQL for this machine on the class path: expected=" + name);
      }
      Process tar =
          started(List.of("tar", "-x", "-C", folder.toString()), folder.resolve("tar.log"));
      try (OutputStream in = tar.getOutputStream()) {
        new XZInputStream(packed).transferTo(in);
      }
      awaitGoodEnd(tar, "tar", folder.resolve("tar.log"));
    }
  }

  private static String architecture() {
    String java = System.getProperty("os.arch");
    return java.equals("aarch64") ? "arm_64" : java.equals("amd64") ? "x86_64" : java;
  }

  /** The command that runs one of the programs, as the user who may. */
  List<String> command(String program, String... words) {
    List<String> command = new ArrayList<>();
    if (asRoot) {
      command.addAll(
          List.of("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups", "--"));
    }
    command.add(folder.resolve("bin").resolve(program).toString());
    command.addAll(List.of(words));
    return command;
  }

  /** Runs a command to its end. */
  void call(List<String> command)
      throws IOException, InterruptedException, ServerUnavailableException {
    Path log = Files.createTempFile("scriptorium-servers-", ".log");
    try {
      awaitGoodEnd(started(command, log), command.get(0), log);
    } finally {
      Files.delete(log);
    }
  }

  private static Process started(List<String> command, Path log)
      throws IOException, ServerUnavailableException {
    try {
      return new ProcessBuilder(command)
          .redirectErrorStream(true)
          .redirectOutput(log.toFile())
          .start();
    } catch (IOException e) {
      throw new ServerUnavailableException(
          "PostgreSQL needs " + command.get(0) + ", which cannot be started: " + e.getMessage(), e);
    }
  }

  private static void awaitGoodEnd(Process process, String what, Path log)
      throws IOException, InterruptedException, ServerUnavailableException {
    if (!process.waitFor(CALL_LIMIT_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new ServerUnavailableException(what + " did not end in " + CALL_LIMIT_SECONDS + " s");
    }
    if (process.exitValue() != 0) {
      throw new ServerUnavailableException(
          what + " failed: " + Files.readString(log).strip().replace("\n", " / "));
    }
  }
}
