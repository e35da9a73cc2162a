package scriptorium.drills.embedded;

import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** A failure in one line for a person, without names of classes where a message says more. */
public final class FailureText {

  private FailureText() {}

  /** The outermost message that says something, and the first cause where it says more. */
  public static String of(Throwable failure) {
    Throwable outer = unwrapped(failure);
    Throwable root = outer;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    String text = own(outer);
    String first = own(root);
    return oneLine(text.contains(first) ? text : text + " (cause: " + first + ")");
  }

  /** The outermost message that says something, alone. */
  static String withoutCause(Throwable failure) {
    return oneLine(own(unwrapped(failure)));
  }

  private static Throwable unwrapped(Throwable failure) {
    Throwable outer = failure;
    while (outer.getCause() != null && isWrapper(outer)) {
      outer = outer.getCause();
    }
    return outer;
  }

  private static boolean isWrapper(Throwable failure) {
    @Nullable Throwable cause = failure.getCause();
    return failure instanceof CompletionException
        || failure instanceof ExecutionException
        || (cause != null && cause.toString().equals(failure.getMessage()));
  }

  private static String own(Throwable failure) {
    if (failure instanceof AccessDeniedException denied) {
      return "access denied: " + denied.getFile();
    }
    if (failure instanceof NoSuchFileException missing) {
      return "no such file: " + missing.getFile();
    }
    String message = failure.getMessage();
    if (message == null || message.isBlank() || failure instanceof FileSystemException) {
      return failure.getClass().getSimpleName() + (message == null ? "" : ": " + message);
    }
    return message;
  }

  private static String oneLine(String text) {
    return text.strip().replaceAll("\\s*[\\r\\n]+\\s*", " ");
  }
}
