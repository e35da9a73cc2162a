package scriptorium.benchmarks.peers;

import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** The databases that the store can be measured beside. */
public enum PeerKind {
  POSTGRES("postgres"),
  SQLITE("sqlite"),
  PREVAYLER("prevayler"),
  TARANTOOL("tarantool");

  private final String word;

  PeerKind(String word) {
    this.word = word;
  }

  /** The kind of this word. */
  public static Optional<PeerKind> of(String word) {
    return Stream.of(values()).filter(kind -> kind.word.equals(word)).findFirst();
  }

  /** What a user calls it. */
  public String word() {
    return word;
  }

  /**
   * Starts one with new files.
   *
   * @param folder an empty folder of its own
   * @throws PeerUnavailableException when the machine does not let it run
   */
  public Peer open(Path folder) throws InterruptedException, PeerUnavailableException {
    try {
      return start(folder);
    } catch (InterruptedException | PeerUnavailableException e) {
      throw e;
    } catch (Exception e) {
      throw new PeerUnavailableException("cannot be started: " + e, e);
    }
  }

  private Peer start(Path folder) throws Exception {
    return switch (this) {
      case POSTGRES -> PostgresPeer.open(folder);
      case SQLITE -> SqlitePeer.open(folder);
      case PREVAYLER -> PrevaylerPeer.open(folder);
      case TARANTOOL -> TarantoolPeer.open(folder);
    };
  }
}
