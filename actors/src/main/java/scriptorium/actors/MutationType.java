package scriptorium.actors;

import org.jspecify.annotations.Nullable;

/**
 * A kind of mutation that any node may send to the writer's: registered by id in {@link
 * StoreSettings}, turned into bytes and back by its own methods. The bytes travel between nodes and
 * are never kept on disk; nodes of two program versions may exchange them, so put a version byte
 * first.
 *
 * <p>Implementations must be safe for use by several threads.
 *
 * @param <M> the mutation
 * @param <T> its value
 */
public interface MutationType<M extends Mutation<T>, T extends @Nullable Object> {

  /** A short, stable name, unique in the store; at most 100 characters. */
  String id();

  /** The mutation's class, by which the sender finds its type. */
  Class<M> mutationClass();

  /** The mutation as bytes. */
  byte[] encode(M mutation);

  /** The mutation from bytes of {@link #encode}; throws on bytes it does not know. */
  M decode(byte[] bytes);

  /** The mutation's value as bytes. */
  byte[] encodeValue(T value);

  /** The value from bytes of {@link #encodeValue}. */
  T decodeValue(byte[] bytes);
}
