package scriptorium.drills.failover.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** In a child: ends the process when its parent is gone, stops it in order when told to. */
public final class ParentWatch {

  /** What the parent writes to stop a child in order. */
  static final String STOP = "stop";

  /** The exit code of a child whose parent is gone. */
  static final int ORPHANED = 4;

  private ParentWatch() {}

  /**
   * Reads standard input on a thread of its own: the line {@code stop} runs the given action; the
   * end without it halts the process at once.
   */
  public static void start(Runnable stop) {
    Thread thread = new Thread(() -> watch(stop), "parent-watch");
    thread.setDaemon(true);
    thread.start();
  }

  private static void watch(Runnable stop) {
    try {
      BufferedReader in =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
      String line;
      while ((line = in.readLine()) != null) {
        if (line.equals(STOP)) {
          stop.run();
        }
      }
    } catch (IOException e) {
      System.err.println("standard input failed, which means that the parent is gone: " + e);
    }
    Runtime.getRuntime().halt(ORPHANED);
  }
}
