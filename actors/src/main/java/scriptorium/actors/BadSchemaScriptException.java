package scriptorium.actors;

import org.jspecify.annotations.Nullable;

/**
 * Files of schema scripts that cannot be used as they are: misnamed, twice there, unreadable. The
 * message names the file and what to do; nothing was applied.
 */
public final class BadSchemaScriptException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  BadSchemaScriptException(String message) {
    this(message, null);
  }

  BadSchemaScriptException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
