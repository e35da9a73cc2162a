package scriptorium.persistence.segment;

import java.io.IOException;
import java.nio.file.Path;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The files {@code tmp-EPOCH-…} of one folder: complete, or becoming so, and about to be linked to
 * the name that makes them count. Each tells for which epoch it was made.
 *
 * <p>A maker that was killed leaves them, and among them may be a whole segment made ahead, so they
 * are given back. Which may go: those of an epoch below one that is claimed, for there is no use of
 * them any more. A marker of theirs exists by then, since none is ever left out, so that a
 * candidate's link would fail in any case; a segment linked by a writer so late would be void. Its
 * maker, if it lives and was only frozen, finds its file gone, looks, and is told of the newer
 * epoch: it is fenced. With the folder locked against everybody else, there is no maker.
 */
final class TemporaryFiles {
  private static final Logger LOG = LoggerFactory.getLogger(TemporaryFiles.class);
  private static final String PREFIX = "tmp-";
  private static final Pattern NAME = Pattern.compile(PREFIX + "(\\d{10,18})-.*");

  private TemporaryFiles() {}

  /** A name that no file has. */
  static Path fresh(Path folder, long epoch) {
    return folder.resolve("%s%010d-%s".formatted(PREFIX, epoch, UUID.randomUUID()));
  }

  /** Deletes those of every epoch, of a folder that nobody else has open. */
  static void sweepAll(Path folder, LogFiles files) {
    sweep(folder, files, Long.MAX_VALUE);
  }

  /**
   * Deletes those of epochs below one that is claimed; a name without an epoch stays. What cannot
   * be deleted is tried again by the next claim.
   */
  static void sweep(Path folder, LogFiles files, long claimed) {
    try {
      for (String name : files.list(folder)) {
        if (name.startsWith(PREFIX) && epoch(name) < claimed) {
          files.delete(folder.resolve(name));
        }
      }
    } catch (IOException e) {
      LOG.warn("leftovers of a crash stay until the next opening: folder={}", folder, e);
    }
  }

  private static long epoch(String name) {
    Matcher matcher = NAME.matcher(name);
    return matcher.matches() ? Long.parseLong(matcher.group(1)) : Long.MAX_VALUE - 1;
  }

  /** Deletes one that is not needed after a failure. */
  static void discard(LogFiles files, Path file, Exception cause) {
    try {
      files.delete(file);
    } catch (IOException e) {
      cause.addSuppressed(e);
    }
  }
}
