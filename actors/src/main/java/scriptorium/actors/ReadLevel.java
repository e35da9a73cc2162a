package scriptorium.actors;

/**
 * What a read must at least show. Every answer carries the number it does show; a level that cannot
 * be had is refused, never weakened.
 */
public sealed interface ReadLevel {

  /** What this node shows when the read begins: every write that this node has answered before. */
  record Latest() implements ReadLevel {}

  /**
   * Everything up to this event, such as a write that was answered elsewhere; waited for at most
   * {@code scriptorium.store.read.level-timeout}.
   *
   * @param sequenceNumber the event
   */
  record AtLeast(SequenceNumber sequenceNumber) implements ReadLevel {}

  /**
   * Every write that anybody was told of before the read was asked for, on whatever node: the
   * journal is asked, after that, whether this node still writes. Reads that wait for it at the
   * same time share one question.
   */
  record Linearizable() implements ReadLevel {}

  /** {@link Latest}: the level of reads that name none. */
  static ReadLevel latest() {
    return new Latest();
  }

  /** {@link AtLeast}: to see one's own write, with the number of its reply. */
  static ReadLevel atLeast(SequenceNumber sequenceNumber) {
    return new AtLeast(sequenceNumber);
  }

  /** {@link Linearizable}. */
  static ReadLevel linearizable() {
    return new Linearizable();
  }
}
