package scriptorium.persistence.segment;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;

/** Sends signals by one shell that lives on: a process a signal would cost more than the signal. */
final class Signals implements AutoCloseable {
  private final Process shell;
  private final BufferedReader done;

  Signals() throws IOException {
    shell = new ProcessBuilder("sh").redirectErrorStream(true).start();
    done = new BufferedReader(new InputStreamReader(shell.getInputStream(), US_ASCII));
  }

  /** Returns when it was sent. */
  void send(String signal, long pid) throws IOException {
    String line = "kill -" + signal + " " + pid + "; echo sent\n";
    shell.getOutputStream().write(line.getBytes(US_ASCII));
    shell.getOutputStream().flush();
    String answer = done.readLine();
    if (!"sent".equals(answer)) {
      throw new IOException("signal=" + signal + " pid=" + pid + ": " + answer);
    }
  }

  @Override
  public void close() {
    shell.destroyForcibly();
  }
}
