package scriptorium.database.load;

/**
 * What a load spent on its parts, in nanoseconds; of parts that two threads do at a time, the sum
 * of both.
 *
 * @param parsing statements into rows
 * @param hashing rows
 * @param rows put into their tables
 * @param indexes sorted, proven and built
 * @param references checked
 */
public record LoadTimes(long parsing, long hashing, long rows, long indexes, long references) {}
