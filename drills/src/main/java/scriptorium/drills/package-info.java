/**
 * The command line: {@link scriptorium.drills.Scriptorium} finds the command that the words name
 * and turns how it ends into an exit code.
 *
 * <pre>
 * words → Scriptorium → Command.run(arguments, Terminal) → ExitCode
 * </pre>
 *
 * <p>Everything here runs on the main thread.
 */
@NullMarked
package scriptorium.drills;

import org.jspecify.annotations.NullMarked;
