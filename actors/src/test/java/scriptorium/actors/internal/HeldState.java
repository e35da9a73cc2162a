package scriptorium.actors.internal;

import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Objects;
import scriptorium.actors.AsOf;
import scriptorium.database.EmbeddedDatabase;

/** Whether the heap of a past state is still held by anybody. */
public final class HeldState {

  private final List<WeakReference<Object>> parts;

  private HeldState(List<WeakReference<Object>> parts) {
    this.parts = parts;
  }

  /** Of a past state that is open; holds nothing of it. */
  public static HeldState of(AsOf state) {
    EmbeddedDatabase database = Objects.requireNonNull(((AsOfStore) state).database());
    return new HeldState(
        List.of(new WeakReference<>(database), new WeakReference<>(database.adminConnection())));
  }

  /** Whether a garbage collection finds something of it. */
  public boolean isHeld() {
    System.gc();
    return parts.stream().anyMatch(part -> part.get() != null);
  }
}
