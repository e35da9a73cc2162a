package scriptorium.drills.failover.history;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * A history read back.
 *
 * @param writes every write, in the order of first sending; one that never ended is unknown
 * @param reads every answered read, in the order of answers
 */
public record History(List<ClientWrite> writes, List<ClientRead> reads) {

  /** Copies the lists. */
  public History {
    writes = List.copyOf(writes);
    reads = List.copyOf(reads);
  }

  /**
   * Reads a file of {@link HistoryWriter}.
   *
   * @throws IOException when it cannot be read, or a line is not as written
   */
  public static History read(Path file) throws IOException {
    Map<UUID, ClientWrite> writes = new LinkedHashMap<>();
    List<ClientRead> reads = new ArrayList<>();
    int number = 0;
    try (BufferedReader in = Files.newBufferedReader(file)) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        number++;
        try {
          take(line, writes, reads);
        } catch (RuntimeException e) {
          throw new IOException(
              "history line not as written: file=" + file + " line=" + number + ": " + line, e);
        }
      }
    }
    return new History(new ArrayList<>(writes.values()), reads);
  }

  private static void take(String line, Map<UUID, ClientWrite> writes, List<ClientRead> reads) {
    String[] words = line.split(" ", 7);
    long micros = Long.parseLong(words[1]);
    int who = Integer.parseInt(words[2]);
    switch (words[0]) {
      case "I" -> {
        String[] sent = line.split(" ", 6);
        UUID txId = UUID.fromString(sent[3]);
        boolean refuse = sent[4].equals("1");
        ClientWrite write =
            new ClientWrite(txId, who, sent[5], refuse, micros, 0, Verdict.UNKNOWN, 0, 1);
        if (writes.putIfAbsent(txId, write) != null) {
          throw new IllegalArgumentException("txId sent as new twice: txId=" + txId);
        }
      }
      case "E" -> {
        UUID txId = UUID.fromString(words[3]);
        ClientWrite sent = writes.get(txId);
        if (sent == null || sent.endedMicros() != 0) {
          throw new IllegalArgumentException("ended without or after its end: txId=" + txId);
        }
        Verdict verdict = Verdict.valueOf(words[4]);
        long number = Long.parseLong(words[5]);
        writes.put(txId, ended(sent, micros, verdict, number, Integer.parseInt(words[6])));
      }
      case "R" ->
          reads.add(
              new ClientRead(
                  who,
                  micros,
                  Long.parseLong(words[3]),
                  Long.parseLong(words[4]),
                  Long.parseLong(words[5])));
      default -> throw new IllegalArgumentException("unknown kind of line");
    }
  }

  private static ClientWrite ended(
      ClientWrite sent, long micros, Verdict verdict, long number, int attempts) {
    return new ClientWrite(
        sent.txId(),
        sent.client(),
        sent.operation(),
        sent.mustBeRefused(),
        sent.sentMicros(),
        micros,
        verdict,
        number,
        attempts);
  }
}
