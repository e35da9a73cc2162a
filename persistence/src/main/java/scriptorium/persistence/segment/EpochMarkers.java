package scriptorium.persistence.segment;

import static scriptorium.persistence.segment.SegmentFormat.utf8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.function.LongConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The markers {@code epoch-N} of one folder. Whoever made the newest is the writer; that "N + 1 is
 * absent" means "N is newest" because a marker is only ever made for newest + 1 and never removed.
 */
final class EpochMarkers {
  private static final Pattern NAME = Pattern.compile("epoch-(\\d{10,18})");

  private final Path folder;
  private final LogFiles files;

  EpochMarkers(Path folder, LogFiles files) {
    this.folder = folder;
    this.files = files;
  }

  /** The newest epoch that a marker or a segment shows; 0: none. */
  static long newest(Collection<String> names) {
    long newest = 0;
    for (String name : names) {
      Matcher matcher = NAME.matcher(name);
      long epoch =
          matcher.matches()
              ? Long.parseLong(matcher.group(1))
              : SegmentName.parse(name).map(SegmentName::epoch).orElse(0L);
      newest = Math.max(newest, epoch);
    }
    return newest;
  }

  static String fileName(long epoch) {
    return String.format("epoch-%010d", epoch);
  }

  Path file(long epoch) {
    return folder.resolve(fileName(epoch));
  }

  /**
   * Claims an epoch: the marker appears complete and durable, or not at all.
   *
   * @param claims is told as soon as the marker is there, whatever fails after that
   * @return false when another process was quicker
   */
  boolean claim(long epoch, Claimant claimant, LongConsumer claims) throws IOException {
    Path complete = TemporaryFiles.fresh(folder, epoch);
    try {
      try (LogFile file = files.create(complete)) {
        file.write(ByteBuffer.wrap(utf8(content(epoch, claimant))), 0);
        file.force();
      }
      files.link(file(epoch), complete);
      claims.accept(epoch);
    } catch (FileAlreadyExistsException taken) {
      return false;
    } catch (NoSuchFileException swept) {
      if (isNewerThan(epoch - 1)) {
        return false; // by whoever claimed after the one who took it, see TemporaryFiles
      }
      throw swept;
    } finally {
      files.delete(complete);
    }
    files.forceFolder(folder);
    return true;
  }

  /**
   * Whether somebody certainly claimed after an epoch: tells why something failed. Not what a
   * writer goes by, which must stop as well when it cannot tell.
   */
  boolean isNewerThan(long epoch) {
    try {
      return newest(files.list(folder)) > epoch;
    } catch (IOException e) {
      return false;
    }
  }

  private static String content(long epoch, Claimant claimant) {
    return "format=1\nepoch=%d\nnode=%s\npid=%d\ntime=%s\n"
        .formatted(epoch, claimant.node(), claimant.pid(), claimant.time());
  }
}
