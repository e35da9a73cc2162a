package scriptorium.drills.failover.history;

/**
 * One scan of a reader that was answered.
 *
 * @param reader the logical reader, from 0
 * @param endedMicros when the answer came, microseconds since 1970
 * @param sequenceNumber the number that the answer showed
 * @param total the sum of all balances
 * @param millis how long it took
 */
public record ClientRead(
    int reader, long endedMicros, long sequenceNumber, long total, long millis) {}
