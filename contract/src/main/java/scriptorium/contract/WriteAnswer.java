package scriptorium.contract;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a journal answered to one request to write.
 *
 * @param stored numbers that it said are stored, in the order of the answers
 * @param rejected numbers that it said it will not store, and did not
 * @param failed numbers of which it does not know whether they are stored
 * @param cause of the first rejection or failure
 */
record WriteAnswer(
    List<Long> stored, List<Long> rejected, List<Long> failed, @Nullable Throwable cause) {

  WriteAnswer {
    stored = List.copyOf(stored);
    rejected = List.copyOf(rejected);
    failed = List.copyOf(failed);
  }

  boolean isStored() {
    return rejected.isEmpty() && failed.isEmpty();
  }
}
