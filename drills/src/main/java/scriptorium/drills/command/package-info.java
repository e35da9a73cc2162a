/**
 * What a command is and what it is given: the seam between the main program, which knows all
 * commands, and the commands, which know nothing of each other.
 *
 * <p>A command is called once, on the main thread. {@link scriptorium.drills.command.Terminal} may
 * be used by any thread.
 */
@NullMarked
package scriptorium.drills.command;

import org.jspecify.annotations.NullMarked;
