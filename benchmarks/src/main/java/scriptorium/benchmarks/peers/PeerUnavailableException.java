package scriptorium.benchmarks.peers;

/** This machine does not let a peer run; the message says what is missing and how to get it. */
public final class PeerUnavailableException extends Exception {

  private static final long serialVersionUID = 1L;

  PeerUnavailableException(String message) {
    super(message);
  }

  PeerUnavailableException(String message, Throwable cause) {
    super(message, cause);
  }
}
