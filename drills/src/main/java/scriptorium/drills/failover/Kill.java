package scriptorium.drills.failover;

/**
 * One kill, as the drill saw it.
 *
 * @param number from 1
 * @param node the killed node
 * @param port its port among the nodes
 * @param atMicros when SIGKILL was sent, microseconds since 1970
 * @param eventsFrom place of the first event after it
 * @param eventsTo place behind the last event that belongs to it
 */
record Kill(int number, int node, int port, long atMicros, int eventsFrom, int eventsTo) {}
