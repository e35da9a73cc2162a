package scriptorium.actors.internal;

import akka.actor.typed.ActorRef;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The writes that other nodes have sent to this one, by their callers' numbers: a message that
 * comes twice runs its write once and gets the same answer twice. (Birrell and Nelson,
 * "Implementing remote procedure calls", 1984.) Owned by the node's actor.
 *
 * <p>Invariant: of each node no call below its oldest open one is remembered, and none of them is
 * begun again.
 */
final class RemoteCalls {

  private final Map<ActorRef<ClusterMessage>, Session> sessions = new HashMap<>();

  private static final class Session {
    private final TreeMap<Long, Call> calls = new TreeMap<>();
    private long oldestOpen;
  }

  private static final class Call {
    private byte @Nullable [] reply;
  }

  /** What a message about a call means. */
  enum Seen {
    /** It is the first: run it. */
    NEW,
    /** It is under way. */
    RUNNING,
    /** It has been answered, or the caller does not wait any more. */
    OVER
  }

  /** A message about a call has come, and says which calls its sender has still open. */
  Seen see(ActorRef<ClusterMessage> from, long call, long oldestOpen) {
    Session session = sessions.computeIfAbsent(from, node -> new Session());
    if (oldestOpen > session.oldestOpen) {
      session.oldestOpen = oldestOpen;
      session.calls.headMap(oldestOpen).clear();
    }
    if (call < session.oldestOpen) {
      return Seen.OVER;
    }
    Call known = session.calls.get(call);
    if (known == null) {
      session.calls.put(call, new Call());
      return Seen.NEW;
    }
    if (known.reply == null) {
      return Seen.RUNNING;
    }
    from.tell(new ClusterMessage.RemoteReply(call, known.reply));
    return Seen.OVER;
  }

  /** A call has its answer; one that asks to be sent again is forgotten, so that it then is run. */
  void answer(ActorRef<ClusterMessage> from, long call, byte[] reply) {
    Session session = sessions.get(from);
    if (session != null && call >= session.oldestOpen) {
      if (RemoteReplies.isToBeSentAgain(reply)) {
        session.calls.remove(call);
      } else {
        Call known = session.calls.get(call);
        if (known != null) {
          known.reply = reply;
        }
      }
    }
    from.tell(new ClusterMessage.RemoteReply(call, reply));
  }

  /** Forgets the calls of nodes that are gone. */
  void keepOnly(Predicate<ActorRef<ClusterMessage>> present) {
    sessions.keySet().removeIf(present.negate());
  }
}
