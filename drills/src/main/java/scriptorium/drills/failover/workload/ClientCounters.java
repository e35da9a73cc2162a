package scriptorium.drills.failover.workload;

import java.util.concurrent.atomic.AtomicLong;

/** What all clients of the process together were told, for the progress line. */
final class ClientCounters {

  final AtomicLong acknowledged = new AtomicLong();
  final AtomicLong refused = new AtomicLong();
  final AtomicLong unknown = new AtomicLong();
  final AtomicLong retries = new AtomicLong();
  final AtomicLong reads = new AtomicLong();
  final AtomicLong lastAckMicros = new AtomicLong();
}
