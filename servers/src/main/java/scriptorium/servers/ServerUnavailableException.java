package scriptorium.servers;

import org.jspecify.annotations.Nullable;

/** The machine does not let a server run; the message says what is missing. */
public final class ServerUnavailableException extends Exception {

  private static final long serialVersionUID = 1L;

  ServerUnavailableException(String message) {
    super(message);
  }

  ServerUnavailableException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
