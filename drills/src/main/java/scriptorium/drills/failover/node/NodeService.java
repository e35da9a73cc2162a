package scriptorium.drills.failover.node;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scriptorium.actors.Store;

/** A node's door for clients: a thread a connection, a line asks, a line answers. */
final class NodeService {

  private static final Logger LOG = LoggerFactory.getLogger(NodeService.class);
  private static final int BACKLOG = 1000;

  private final ServerSocket server;
  private final NodeAnswers answers;

  private NodeService(ServerSocket server, NodeAnswers answers) {
    this.server = server;
    this.answers = answers;
  }

  static NodeService start(int port, Store store) throws IOException {
    ServerSocket server = new ServerSocket();
    server.setReuseAddress(true);
    server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), BACKLOG);
    NodeService service = new NodeService(server, new NodeAnswers(store));
    start("clients", service::accept);
    return service;
  }

  /** Takes no further client. */
  void close() {
    try {
      server.close();
    } catch (IOException e) {
      LOG.warn("client port not closed; the process is about to end anyhow", e);
    }
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket client = server.accept();
        start("client-" + client.getPort(), () -> serve(client));
      } catch (IOException e) {
        if (!server.isClosed()) {
          LOG.warn("client not accepted", e);
        }
      }
    }
  }

  private void serve(Socket client) {
    try (client) {
      client.setTcpNoDelay(true);
      BufferedReader in =
          new BufferedReader(
              new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8));
      OutputStream out = client.getOutputStream();
      String line;
      while ((line = in.readLine()) != null) {
        out.write((answers.answer(line) + '\n').getBytes(StandardCharsets.UTF_8));
      }
    } catch (IOException e) {
      LOG.debug("client gone", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void start(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
  }
}
