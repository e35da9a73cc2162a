package scriptorium.drills.failover.check;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads a journal's segment files, cold, by docs/segment-format.md: finds the chain of epochs,
 * walks it from its first frame to its last and hands over every event that counts. Any departure
 * from the format inside the chain is {@link DamagedJournalException}; what the chain does not name
 * is void and not looked at. Nothing is written.
 *
 * <p>Nobody may have the store open meanwhile.
 */
public final class JournalFiles {

  /** Is handed the events of the chain, in order. */
  @FunctionalInterface
  public interface Visitor {

    /**
     * One event.
     *
     * @param number its sequence number
     * @param entry its bytes as the journal plugin wrote them
     */
    void event(long number, ByteBuffer entry) throws IOException;
  }

  /**
   * What a walk found.
   *
   * @param firstNumber the first event's number that is still there; 1 unless events were deleted
   * @param lastNumber the last event's
   * @param epochs how many epochs the chain holds
   * @param voidEpochs epochs with segment files that the chain does not name
   * @param frames how many frames
   * @param sealed whether the last writer ended in order
   */
  public record Walk(
      long firstNumber, long lastNumber, int epochs, int voidEpochs, long frames, boolean sealed) {}

  private static final Pattern SEGMENT = Pattern.compile("segment-(\\d{10,})-(\\d{10,})\\.log");

  private final NavigableMap<Long, NavigableMap<Long, Path>> epochs = new TreeMap<>();

  private JournalFiles() {}

  /** Lists a store's folder. */
  public static JournalFiles list(Path storeFolder) throws IOException {
    JournalFiles journal = new JournalFiles();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(storeFolder)) {
      for (Path file : files) {
        Matcher name = SEGMENT.matcher(file.getFileName().toString());
        if (name.matches()) {
          journal
              .epochs
              .computeIfAbsent(Long.valueOf(name.group(1)), e -> new TreeMap<>())
              .put(Long.valueOf(name.group(2)), file);
        }
      }
    }
    return journal;
  }

  /** Walks the whole chain. */
  public Walk walk(Visitor visitor) throws IOException {
    Deque<ChainedEpoch> chain = resolve();
    if (chain.isEmpty()) {
      return new Walk(1, 0, 0, epochs.size(), 0, false);
    }
    ChainWalker walker = new ChainWalker(visitor);
    for (ChainedEpoch epoch : chain) {
      walker.walk(epoch);
    }
    Frame.Predecessor before = chain.getFirst().opening().predecessor();
    walker.requireDeleted(before.epoch() == 0 ? 0 : before.lastNumber());
    return walker.result(chain.size(), epochs.size() - chain.size());
  }

  /** The epochs that count, oldest first: from the head backwards by the opening frames. */
  private Deque<ChainedEpoch> resolve() throws IOException {
    Deque<ChainedEpoch> chain = new ArrayDeque<>();
    for (Map.Entry<Long, NavigableMap<Long, Path>> entry : epochs.descendingMap().entrySet()) {
      Optional<Frame> opening = opening(entry.getValue());
      if (chain.isEmpty() && opening.isEmpty()) {
        continue; // Claimed and never opened: void.
      }
      Frame.Predecessor end = chain.isEmpty() ? null : chain.getFirst().opening().predecessor();
      if (end != null && end.epoch() != entry.getKey()) {
        continue; // The chain passes by: void.
      }
      if (end != null && entry.getValue().headMap(end.index(), true).isEmpty()) {
        break; // What counted of it was deleted; what is left a fenced writer made.
      }
      if (opening.isEmpty()) {
        throw new DamagedJournalException(
            "journal damaged: epoch=" + entry.getKey() + " is in the chain without opening frame");
      }
      chain.addFirst(
          new ChainedEpoch(
              entry.getKey(), entry.getValue(), opening.get(), Optional.ofNullable(end)));
    }
    return chain;
  }

  private static Optional<Frame> opening(NavigableMap<Long, Path> segments) throws IOException {
    Path first = segments.get(0L);
    if (first == null) {
      return Optional.empty();
    }
    return SegmentFile.read(first)
        .flatMap(segment -> segment.frameAt(SegmentFile.HEADER_BYTES))
        .filter(frame -> frame.kind() == Frame.OPENING);
  }
}
