package scriptorium.actors;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Passes bytes between a store and a PostgreSQL server, and fails at a moment that a test asks for.
 * Drivers must send the text of each statement ({@link #SETTINGS}), so that a commit can be seen.
 */
final class CuttingProxy implements AutoCloseable {

  /** Makes the driver name no statement, so that each travels as text. */
  static final String SETTINGS = "scriptorium.postgres.pool.properties.prepareThreshold = \"0\"\n";

  private static final int BUFFER_BYTES = 1 << 16;

  /** What happens to the next commit. */
  enum Cut {
    /** It does not reach the server, and the connection is lost. */
    BEFORE_COMMIT,

    /** The server carries it out; the connection is lost before its answer. */
    BEFORE_ANSWER,

    /** The connection is lost for the store; the server gets the commit when it is let go. */
    COMMIT_HELD,

    /** It does not reach the server, and nobody is told: as if the store's process were frozen. */
    FROZEN
  }

  private record Armed(Cut cut, CountDownLatch met, CountDownLatch go) {}

  private final ServerSocket door;
  private final int serverPort;
  private final List<Socket> open = new CopyOnWriteArrayList<>();
  private final AtomicReference<@Nullable Armed> armed = new AtomicReference<>();
  private volatile CountDownLatch go = new CountDownLatch(0);
  private volatile long freezeAfterBytes = Long.MAX_VALUE;
  private volatile CountDownLatch frozen = new CountDownLatch(1);

  CuttingProxy(int serverPort) throws IOException {
    this.serverPort = serverPort;
    this.door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    start("proxy", this::accept);
  }

  int port() {
    return door.getLocalPort();
  }

  /** This happens to the next commit of any connection; the latch falls when it does. */
  CountDownLatch next(Cut cut) {
    CountDownLatch met = new CountDownLatch(1);
    go = new CountDownLatch(1);
    armed.set(new Armed(cut, met, go));
    return met;
  }

  /** A commit that is held reaches the server now. */
  void letGo() {
    go.countDown();
  }

  /**
   * The first connection that sends so many bytes in one transaction sends no more, and nobody is
   * told: as if the store's process were frozen in the middle of its insert.
   */
  CountDownLatch freezeInsideInsert(long bytes) {
    frozen = new CountDownLatch(1);
    freezeAfterBytes = bytes;
    return frozen;
  }

  private void accept() {
    while (!door.isClosed()) {
      try {
        Socket client = door.accept();
        Socket server = new Socket(InetAddress.getLoopbackAddress(), serverPort);
        client.setTcpNoDelay(true);
        server.setTcpNoDelay(true);
        open.add(client);
        open.add(server);
        Link link = new Link(client, server);
        start("to-server", link::toServer);
        start("to-client", link::toClient);
      } catch (IOException e) {
        // The door is closed, or the server is: the next connection tells.
      }
    }
  }

  private static void start(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
  }

  /** One connection, both ways. */
  private final class Link {
    private final Socket client;
    private final Socket server;
    private volatile boolean deaf; // what the server says is lost from now on

    Link(Socket client, Socket server) {
      this.client = client;
      this.server = server;
    }

    void toServer() {
      byte[] buffer = new byte[BUFFER_BYTES];
      long sent = 0;
      try (client;
          server) {
        InputStream in = client.getInputStream();
        OutputStream out = server.getOutputStream();
        for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
          sent += read;
          if (sent > freezeAfterBytes) {
            freezeAfterBytes = Long.MAX_VALUE;
            frozen.countDown();
            hold();
            return;
          }
          if (!isCommit(buffer, read)) {
            out.write(buffer, 0, read);
          } else if (!commit(buffer, read, out)) {
            return;
          } else {
            sent = 0;
          }
        }
      } catch (IOException e) {
        // One side is gone: so is the other.
      }
    }

    /** Passes a commit on, unless something is to happen to it; false ends the connection. */
    private boolean commit(byte[] buffer, int length, OutputStream out) throws IOException {
      Armed now = armed.getAndSet(null);
      if (now == null) {
        out.write(buffer, 0, length);
        return true;
      }
      if (now.cut() == Cut.FROZEN) {
        now.met().countDown();
        hold();
        return false;
      }
      deaf = true;
      if (now.cut() == Cut.BEFORE_COMMIT) {
        now.met().countDown();
        return false;
      }
      if (now.cut() == Cut.COMMIT_HELD) {
        client.close();
        now.met().countDown();
        await(now.go());
      }
      out.write(buffer, 0, length);
      out.flush();
      awaitAnswer();
      now.met().countDown();
      return false;
    }

    /** The other thread reads what the server says, and drops it. */
    private void awaitAnswer() {
      await(answered);
    }

    private final CountDownLatch answered = new CountDownLatch(1);

    private void hold() {
      await(new CountDownLatch(1)); // until the test's process ends
    }

    void toClient() {
      byte[] buffer = new byte[BUFFER_BYTES];
      try {
        InputStream in = server.getInputStream();
        OutputStream out = client.getOutputStream();
        for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
          if (deaf) {
            answered.countDown();
          } else {
            out.write(buffer, 0, read);
          }
        }
      } catch (IOException e) {
        // One side is gone: so is the other.
      } finally {
        answered.countDown();
      }
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static boolean isCommit(byte[] buffer, int length) {
    return new String(buffer, 0, length, StandardCharsets.ISO_8859_1).contains("COMMIT\0");
  }

  @Override
  public void close() throws IOException {
    door.close();
    for (Socket socket : open) {
      socket.close();
    }
  }
}
