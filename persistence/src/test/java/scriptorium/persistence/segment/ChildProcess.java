package scriptorium.persistence.segment;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A JVM with the tests' class path. */
final class ChildProcess implements AutoCloseable {
  private final Process process;
  private final BufferedReader output;

  private ChildProcess(Process process) {
    this.process = process;
    this.output = new BufferedReader(new InputStreamReader(process.getInputStream(), US_ASCII));
  }

  static ChildProcess start(Class<?> main, String... args) throws IOException {
    return start(List.of(), main, args);
  }

  static ChildProcess start(List<String> wrapper, Class<?> main, String... args)
      throws IOException {
    List<String> command = new ArrayList<>(wrapper);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of("-Xmx64m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(Arrays.asList(args));
    return new ChildProcess(new ProcessBuilder(command).redirectErrorStream(true).start());
  }

  long pid() {
    return process.pid();
  }

  /** The next line; waits for it; null at the end. */
  @org.jspecify.annotations.Nullable
  String line() throws IOException {
    return output.readLine();
  }

  /** Says something to it, a line. */
  void tell(String line) throws IOException {
    process.getOutputStream().write((line + "\n").getBytes(US_ASCII));
    process.getOutputStream().flush();
  }

  /** As {@code kill -9}; what it had said can still be read. */
  void kill() throws InterruptedException {
    process.toHandle().destroyForcibly();
    process.waitFor();
  }

  int exitStatus() throws InterruptedException {
    return process.waitFor();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
