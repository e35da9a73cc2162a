package scriptorium.benchmarks.journal;

import akka.actor.ActorRef;
import akka.japi.Util;
import akka.persistence.AtomicWrite;
import akka.persistence.PersistentRepr;
import akka.persistence.PersistentRepr$;
import java.util.List;
import java.util.Random;
import scala.collection.immutable.ArraySeq$;
import scala.collection.immutable.Seq;

/** Groups of events of 300 bytes that no compression makes smaller, as Akka hands them over. */
final class Groups {

  static final int EVENT_BYTES = 300;

  private static final int DIFFERENT_EVENTS = 1024;
  private static final long SEED = 300;

  private static final byte[][] EVENTS = new byte[DIFFERENT_EVENTS][EVENT_BYTES];

  static {
    Random random = new Random(SEED);
    for (byte[] event : EVENTS) {
      random.nextBytes(event);
    }
  }

  private Groups() {}

  /** So many events from a number on, to be written all or none. */
  static AtomicWrite write(String persistenceId, long firstNumber, int events) {
    PersistentRepr[] payload = new PersistentRepr[events];
    for (int i = 0; i < events; i++) {
      payload[i] = event(persistenceId, firstNumber + i, bytes(firstNumber + i));
    }
    return new AtomicWrite(ArraySeq$.MODULE$.unsafeWrapArray(payload));
  }

  static byte[] bytes(long number) {
    return EVENTS[(int) (number % DIFFERENT_EVENTS)];
  }

  static PersistentRepr event(String persistenceId, long number, Object payload) {
    return PersistentRepr$.MODULE$.apply(
        payload, number, persistenceId, "", false, ActorRef.noSender(), "writer");
  }

  /** A sequence of one. */
  static <T> Seq<T> only(T one) {
    return Util.immutableSeq(List.of(one));
  }
}
