package scriptorium.drills.failover;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import scriptorium.drills.command.EnvironmentException;

/**
 * Finds free ports. They lie below the range from which systems give out ports for outgoing
 * connections: a node that is down for seconds must find its port free when it comes back.
 */
final class Ports {

  private static final int FIRST = 10_000;
  private static final int LAST = 30_000;
  private static final int MAX_TRIES = 1000;

  private Ports() {}

  /** This many ports that nobody listens on. */
  static List<Integer> free(int count) {
    // Not from the drill's seed: two drills with one seed must not meet.
    SplittableRandom random = new SplittableRandom(System.nanoTime());
    List<Integer> ports = new ArrayList<>();
    for (int tries = 0; ports.size() < count; tries++) {
      int port = random.nextInt(FIRST, LAST);
      if (!ports.contains(port) && isFree(port)) {
        ports.add(port);
      } else if (tries > MAX_TRIES) {
        throw new EnvironmentException(
            "no free ports on 127.0.0.1: needed=" + count + " found=" + ports.size(), null);
      }
    }
    return ports;
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
