package scriptorium.benchmarks.workload;

/**
 * Money to be moved from one account to another, or refused when there is not enough.
 *
 * @param amount above zero
 */
public record Transfer(int from, int to, int amount) {}
