package scriptorium.drills.command;

import java.io.InputStream;
import java.io.PrintStream;

/**
 * Where a command reads and prints.
 *
 * @param in standard input
 * @param out results
 * @param err messages about failures, one line each
 * @param interactive true when a person looks at {@code out}: progress may rewrite its line
 */
public record Terminal(InputStream in, PrintStream out, PrintStream err, boolean interactive) {

  /**
   * The process's own streams. Java 17 cannot ask whether standard output alone is a terminal; the
   * launcher, which can, says so in the property {@code scriptorium.terminal}.
   */
  public static Terminal ofProcess() {
    return new Terminal(
        System.in, System.out, System.err, Boolean.getBoolean("scriptorium.terminal"));
  }
}
