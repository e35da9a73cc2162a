package scriptorium.drills.failover.check;

import java.util.Set;
import java.util.UUID;

/**
 * What SQL shows on the reopened store: the second witness, and the only one for writes whose
 * events were deleted behind a snapshot.
 *
 * @param applied the txIds in table {@code applied}, which each mutation inserts beside its change
 * @param total the sum of all balances
 * @param transfers the sum of all accounts' counts of transfers: two for each that was done
 * @param items how many items there are
 */
public record DatabaseEvidence(Set<UUID> applied, long total, long transfers, long items) {}
