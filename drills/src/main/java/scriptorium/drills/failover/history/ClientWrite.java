package scriptorium.drills.failover.history;

import java.util.UUID;

/**
 * One write of one client, from its first sending to what the client knew at last.
 *
 * @param txId its id, the same in all attempts
 * @param client the logical client, from 0
 * @param operation what was asked, in words
 * @param mustBeRefused true for a deliberate violation of a constraint
 * @param sentMicros when it was first sent, microseconds since 1970
 * @param endedMicros when the client knew the verdict; 0 when it never did
 * @param verdict what it knew
 * @param sequenceNumber the acknowledged number; 0 unless acknowledged
 * @param attempts how often it was sent
 */
public record ClientWrite(
    UUID txId,
    int client,
    String operation,
    boolean mustBeRefused,
    long sentMicros,
    long endedMicros,
    Verdict verdict,
    long sequenceNumber,
    int attempts) {}
