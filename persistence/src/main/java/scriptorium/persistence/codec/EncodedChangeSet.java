package scriptorium.persistence.codec;

import java.util.List;

/**
 * A mutation's change set as the events to be persisted, all at once.
 *
 * @param events one, or the parts and their end; none when the changes are too large
 * @param changeBytes of the encoded row changes; exact also when they are too large
 * @param growthBytes by how much the rows' memory grew
 */
public record EncodedChangeSet(List<EncodedEvent> events, long changeBytes, long growthBytes) {

  /** Copies the list. */
  public EncodedChangeSet {
    events = List.copyOf(events);
  }

  /** Whether the changes have more bytes than may be journaled. */
  public boolean isTooLarge() {
    return events.isEmpty();
  }

  /** Bytes of all events. */
  public long eventBytes() {
    long bytes = 0;
    for (EncodedEvent event : events) {
      bytes += event.bytes().length;
    }
    return bytes;
  }
}
