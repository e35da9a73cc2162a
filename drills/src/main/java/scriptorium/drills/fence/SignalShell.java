package scriptorium.drills.fence;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Sends signals by one shell that lives on: a process a signal would cost more than the signal. */
final class SignalShell implements AutoCloseable {

  private final Process shell;

  SignalShell() throws IOException {
    shell =
        new ProcessBuilder("sh")
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
  }

  /** A process that has ended meanwhile is no error. */
  void send(String signal, long pid) throws IOException {
    OutputStream commands = shell.getOutputStream();
    commands.write(("kill -" + signal + " " + pid + "\n").getBytes(StandardCharsets.US_ASCII));
    commands.flush();
  }

  @Override
  public void close() {
    shell.destroyForcibly();
  }
}
