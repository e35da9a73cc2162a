package scriptorium.drills.failover.workload;

import static java.util.Objects.requireNonNull;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A client's line to the cluster: one connection to one node at a time, the next node after each
 * failure. A line that failed leaves open whether the node got it. Owned by one thread.
 */
final class NodeConnection implements AutoCloseable {

  private static final int CONNECT_TIMEOUT_MILLIS = 500;
  private static final int ANSWER_TIMEOUT_MILLIS = 2000;

  private final List<Integer> ports;
  private int at;
  private @Nullable Socket socket;
  private @Nullable BufferedReader in;

  NodeConnection(List<Integer> ports, int first) {
    this.ports = List.copyOf(ports);
    this.at = first % ports.size();
  }

  /**
   * Sends a line and waits for its answer.
   *
   * @throws ConnectException when no connection could be made: the line was not sent
   * @throws IOException when the node is gone or does not answer in time: it may have got the line.
   *     Either way the next call goes to the next node
   */
  String ask(String line) throws IOException {
    try {
      BufferedReader answers = connect();
      requireNonNull(socket)
          .getOutputStream()
          .write((line + '\n').getBytes(StandardCharsets.UTF_8));
      String answer = answers.readLine();
      if (answer == null) {
        throw new IOException("node closed the connection: port=" + ports.get(at));
      }
      return answer;
    } catch (IOException e) {
      next();
      throw e;
    }
  }

  /** Leaves this node for the next one. */
  void next() {
    close();
    at = (at + 1) % ports.size();
  }

  private BufferedReader connect() throws ConnectException {
    BufferedReader open = in;
    if (open != null) {
      return open;
    }
    Socket fresh = new Socket();
    try {
      fresh.connect(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), ports.get(at)),
          CONNECT_TIMEOUT_MILLIS);
      fresh.setTcpNoDelay(true);
      fresh.setSoTimeout(ANSWER_TIMEOUT_MILLIS);
      BufferedReader reader =
          new BufferedReader(new InputStreamReader(fresh.getInputStream(), StandardCharsets.UTF_8));
      socket = fresh;
      in = reader;
      return reader;
    } catch (IOException e) {
      closeQuietly(fresh);
      ConnectException failure = new ConnectException("no connection: port=" + ports.get(at));
      failure.initCause(e);
      throw failure;
    }
  }

  @Override
  public void close() {
    Socket open = socket;
    socket = null;
    in = null;
    if (open != null) {
      closeQuietly(open);
    }
  }

  private static void closeQuietly(Socket open) {
    try {
      open.close();
    } catch (IOException e) {
      // Nothing is lost with a connection that was to be given up.
    }
  }
}
