package scriptorium.drills.sql;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.io.Reader;
import java.util.function.Supplier;

/** Reads what a person types, a line at a time, asking for each with a prompt. */
final class PromptingReader extends Reader {

  private final BufferedReader lines;
  private final PrintStream out;
  private Supplier<String> prompt = () -> "";
  private String line = "";
  private int next;
  private boolean ended;

  PromptingReader(BufferedReader lines, PrintStream out) {
    this.lines = lines;
    this.out = out;
  }

  /** What to print before the next lines. */
  void setPrompt(Supplier<String> newPrompt) {
    prompt = newPrompt;
  }

  @Override
  public int read() throws IOException {
    if (next == line.length() && !nextLine()) {
      return -1;
    }
    return line.charAt(next++);
  }

  @Override
  public int read(char[] buffer, int offset, int length) throws IOException {
    int c = length == 0 ? 0 : read();
    if (c < 0 || length == 0) {
      return c;
    }
    buffer[offset] = (char) c;
    return 1;
  }

  private boolean nextLine() throws IOException {
    if (ended) {
      return false;
    }
    out.print(prompt.get());
    out.flush();
    String typed = lines.readLine();
    if (typed == null) {
      ended = true;
      out.println();
      return false;
    }
    line = typed + "\n";
    next = 0;
    return true;
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
