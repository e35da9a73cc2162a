package scriptorium.persistence.files;

import akka.actor.AbstractExtensionId;
import akka.actor.ClassicActorSystemProvider;
import akka.actor.ExtendedActorSystem;
import akka.actor.Extension;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The fence checks of an actor system, one a store; a store without one is not fenced.
 *
 * <p>Thread-safe. Lives as long as the actor system.
 *
 * <pre>{@code
 * FenceChecks.of(system).set("main", claimedEpoch::ensureNewest);
 * }</pre>
 */
public final class FenceChecks implements Extension {
  private static final Id ID = new Id();

  private final ConcurrentMap<String, FenceCheck> checks = new ConcurrentHashMap<>();

  private FenceChecks() {}

  /** Returns the checks of this actor system. */
  public static FenceChecks of(ClassicActorSystemProvider system) {
    return ID.get(system);
  }

  /** Fences a store from now on; a later incarnation's check replaces an earlier one's. */
  public void set(String store, FenceCheck check) {
    checks.put(store, check);
  }

  /** Removes this check, but not one that a later incarnation has set in the meantime. */
  public void clear(String store, FenceCheck check) {
    checks.remove(store, check);
  }

  /** Returns the check of a store as it is when called, not as it was when asked for. */
  FenceCheck of(String store) {
    return () -> {
      FenceCheck check = checks.get(store);
      if (check != null) {
        check.ensureNewest();
      }
    };
  }

  private static final class Id extends AbstractExtensionId<FenceChecks> {
    @Override
    public FenceChecks createExtension(ExtendedActorSystem system) {
      return new FenceChecks();
    }
  }
}
