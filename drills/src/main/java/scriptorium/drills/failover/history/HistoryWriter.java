package scriptorium.drills.failover.history;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/**
 * Appends to a history file. Each line is handed to the operating system before the call returns,
 * so a client that is killed leaves all it was told.
 *
 * <pre>
 * I micros client txId must-be-refused(0|1) operation     first sent
 * E micros client txId verdict number attempts            ended
 * R micros reader number total millis                     read
 * </pre>
 */
public final class HistoryWriter implements AutoCloseable {

  private final OutputStream out;

  private HistoryWriter(OutputStream out) {
    this.out = out;
  }

  /** Opens a new file; refuses one that exists. */
  public static HistoryWriter create(Path file) throws IOException {
    return new HistoryWriter(Files.newOutputStream(file, StandardOpenOption.CREATE_NEW));
  }

  /** A write is about to be sent for the first time. */
  public void sent(long micros, int client, UUID txId, boolean mustBeRefused, String operation)
      throws IOException {
    append("I " + micros + ' ' + client + ' ' + txId + (mustBeRefused ? " 1 " : " 0 ") + operation);
  }

  /** A write's verdict is known. */
  public void ended(
      long micros, int client, UUID txId, Verdict verdict, long sequenceNumber, int attempts)
      throws IOException {
    append(
        "E "
            + micros
            + ' '
            + client
            + ' '
            + txId
            + ' '
            + verdict
            + ' '
            + sequenceNumber
            + ' '
            + attempts);
  }

  /** A read was answered. */
  public void read(ClientRead read) throws IOException {
    append(
        "R "
            + read.endedMicros()
            + ' '
            + read.reader()
            + ' '
            + read.sequenceNumber()
            + ' '
            + read.total()
            + ' '
            + read.millis());
  }

  private void append(String line) throws IOException {
    byte[] bytes = (line + '\n').getBytes(StandardCharsets.UTF_8);
    synchronized (out) {
      out.write(bytes);
    }
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
