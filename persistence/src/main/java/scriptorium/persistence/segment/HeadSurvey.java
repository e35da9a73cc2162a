package scriptorium.persistence.segment;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Deque;

/**
 * What the newest segment of a store says about all of it, as it is now: little is read, however
 * large the log is.
 *
 * @param deletedTo events up to this number are deleted
 * @param lastNumber of the newest event on the disk, whether or not it counts already
 */
record HeadSurvey(long deletedTo, long lastNumber) {
  private static final HeadSurvey EMPTY = new HeadSurvey(0, 0);

  /**
   * @param ownEpoch that of the writer in this process; 0: none
   * @throws DamagedJournalException when the newest segment cannot be read
   */
  static HeadSurvey of(Path folder, LogFiles files, SegmentKeys keys, long ownEpoch)
      throws IOException {
    if (files.isAbsent(folder)) {
      return EMPTY;
    }
    EpochLinks links = new EpochLinks(folder, files, keys);
    Deque<EpochLinks.Link> chain = links.after(0, ownEpoch);
    if (links.isDoubtful()) {
      prove(folder, files, keys);
    }
    HeadSurvey survey = EMPTY;
    if (!chain.isEmpty()) {
      EpochLinks.Link head = chain.getLast();
      survey = new HeadSurvey(head.opening().deletedTo(), head.predecessorEnd().number());
      for (long index : head.segments().descendingSet()) {
        Path path = folder.resolve(new SegmentName(head.epoch(), index).fileName());
        try (FrameScanner scanner = new FrameScanner(files, path, keys)) {
          SegmentHeader header = scanner.header().orElse(null);
          if (header != null) {
            return survey.with(header).through(scanner, folder, files, keys);
          }
        }
      }
    }
    return survey;
  }

  private HeadSurvey with(SegmentHeader header) {
    return new HeadSurvey(Math.max(deletedTo, header.deletedTo()), header.nextNumber() - 1);
  }

  private HeadSurvey through(FrameScanner scanner, Path folder, LogFiles files, SegmentKeys keys)
      throws IOException {
    HeadSurvey survey = this;
    while (scanner.nextNow()) {
      survey = survey.with(scanner.view());
    }
    if (!scanner.isBlankBehind() && !scanner.nextNow()) {
      prove(folder, files, keys); // not by a frame that came meanwhile
    }
    return survey;
  }

  /** Damage, unless the one who reads everything says no. */
  private static void prove(Path folder, LogFiles files, SegmentKeys keys) throws IOException {
    var unused = new ChainReader(folder, files, keys).read(FrameVisitor.NONE, 0);
  }

  private HeadSurvey with(FrameView frame) {
    long deleted =
        frame.kind() == FrameKind.DELETE
            ? SegmentFormat.longAt(frame.array(), frame.payloadOffset())
            : 0;
    return new HeadSurvey(Math.max(deletedTo, deleted), frame.firstNumber() - 1 + frame.count());
  }
}
