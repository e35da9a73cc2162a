package scriptorium.drills.inspect;

import java.nio.file.Path;
import java.util.function.Consumer;
import scriptorium.persistence.codec.CorruptEventException;
import scriptorium.persistence.segment.FrameView;
import scriptorium.persistence.segment.SegmentName;
import scriptorium.persistence.segment.SegmentReader;

/**
 * Events from one number to another, told one at a time as they are read.
 *
 * @param from the first; below 1 means the first there is
 * @param to the last
 */
record EventRange(long from, long to) {

  void tell(SegmentReader reader, Path folder, boolean withRows, Consumer<EventSummary> consumer) {
    if (from > to) {
      return;
    }
    reader.read(
        (segment, offset, frame) -> tell(folder, segment, offset, frame, withRows, consumer));
  }

  private void tell(
      Path folder,
      SegmentName segment,
      long offset,
      FrameView frame,
      boolean withRows,
      Consumer<EventSummary> consumer) {
    try {
      frame.events(
          from,
          to,
          (number, array, start, length) ->
              consumer.accept(
                  EventSummary.of(
                      number, JournaledEvent.read(array, start, length).decoded(), withRows)));
    } catch (CorruptEventException | IllegalArgumentException e) {
      throw DamageFoundException.at(
          folder.resolve(segment.fileName()), offset, String.valueOf(e.getMessage()), e);
    }
  }
}
