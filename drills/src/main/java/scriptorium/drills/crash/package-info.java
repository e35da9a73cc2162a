/**
 * Crash rounds: a real {@code sql} process writes, is killed with -9 at a random moment, the folder
 * is opened by the next process, and what is found there is compared with what was acknowledged.
 *
 * <pre>
 * StepSource → statements → ShellProcess (a child) → ACK lines → RoundHistory ┐
 *                             kill -9                                         ├► CrashChecker → faults
 *                           ShellProcess (the next) → report ─► FoundBatches  ┘
 * </pre>
 *
 * <p>One child at a time, driven by one thread; each child has a thread more that reads what it
 * prints, and one that kills it.
 */
@NullMarked
package scriptorium.drills.crash;

import org.jspecify.annotations.NullMarked;
