package scriptorium.drills.crash;

import java.util.Optional;

/**
 * What a child says when its store is ready.
 *
 * @param sequenceNumber the store's last number
 * @param snapshotNumber the snapshot it was restored from; 0 for none
 * @param replayedEvents events replayed behind it
 */
record ReadyLine(long sequenceNumber, long snapshotNumber, long replayedEvents) {

  static Optional<ReadyLine> parse(String line) {
    String[] words = line.split(" ", -1);
    if (words.length != 4 || !words[0].equals("READY")) {
      return Optional.empty();
    }
    return Optional.of(
        new ReadyLine(
            Long.parseLong(words[1]), Long.parseLong(words[2]), Long.parseLong(words[3])));
  }
}
