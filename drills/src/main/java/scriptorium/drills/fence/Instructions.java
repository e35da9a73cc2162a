package scriptorium.drills.fence;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import scriptorium.drills.command.ExitCode;

/**
 * In a child: what the drill says on standard input. {@code round STORE SEED DELETES} begins a
 * round, {@code rest} ends it. The end of the input ends the process at once.
 */
final class Instructions {

  static final String ROUND = "round";
  static final String REST = "rest";

  private final BlockingQueue<Round> rounds = new LinkedBlockingQueue<>();
  private volatile boolean resting = true;

  /**
   * A round.
   *
   * @param store its name
   * @param seed decides what is done in it
   * @param deletes whether events are deleted in it
   */
  record Round(String store, long seed, boolean deletes) {

    String line() {
      return ROUND + " " + store + " " + seed + " " + deletes;
    }

    private static Round of(String line) {
      String[] words = line.split(" ", -1);
      return new Round(words[1], Long.parseLong(words[2]), Boolean.parseBoolean(words[3]));
    }
  }

  private Instructions() {}

  static Instructions start() {
    Instructions instructions = new Instructions();
    Thread thread = new Thread(instructions::read, "instructions");
    thread.setDaemon(true);
    thread.start();
    return instructions;
  }

  /** The next round; waits for it. */
  Round next() throws InterruptedException {
    return rounds.take();
  }

  /** Whether the round is to end. */
  boolean isResting() {
    return resting;
  }

  private void read() {
    try {
      BufferedReader in =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        resting = line.equals(REST);
        if (!resting) {
          rounds.add(Round.of(line));
        }
      }
    } catch (IOException e) {
      System.err.println("standard input failed, which means that the drill is gone: " + e);
    }
    Runtime.getRuntime().halt(ExitCode.FAILED);
  }
}
