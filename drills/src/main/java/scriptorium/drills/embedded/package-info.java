/**
 * A store inside this process, for commands that need one: an actor system of its own around the
 * real store on the real embedded journal.
 *
 * <pre>
 * folder + name → LocalStore → Store.start → ready, or EnvironmentException with the reason
 * folder + name + number or time → PastStore → Store.asOf → a past state; nothing is locked
 * </pre>
 *
 * <p>{@link scriptorium.drills.embedded.LocalStore} is opened and closed by one thread; the store
 * it holds is for any.
 */
@NullMarked
package scriptorium.drills.embedded;

import org.jspecify.annotations.NullMarked;
