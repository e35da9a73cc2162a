/**
 * The drill of the fence: real processes take one store from each other while they are stopped,
 * continued and killed at random moments, and a reader in one more process follows. After each
 * round all that they were told is held against the files.
 *
 * <pre>
 *  FenceRounds ──round/rest (stdin)──► ContenderCommand: claim, append, delete, seal │ one folder
 *      │  SIGSTOP, SIGCONT, SIGKILL    FollowerCommand: SegmentQuery                 │ a round
 *      │◄──────── EventLine ───────────┘
 *      ▼
 *  RoundHistory ──► FenceChecker ◄── JournalFiles (reads by the published format alone)
 * </pre>
 *
 * <p>Threads: one a child hands its events to {@code RoundHistory}, which is safe for that;
 * everything else belongs to the command's thread.
 */
@NullMarked
package scriptorium.drills.fence;

import org.jspecify.annotations.NullMarked;
