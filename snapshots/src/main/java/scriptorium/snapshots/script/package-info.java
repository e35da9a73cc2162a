/**
 * The text that H2's SCRIPT writes: cut into statements, each judged before any of it runs.
 *
 * <pre>
 *   bytes ─► ScriptReader ─► statement ─► StatementRules ─► StatementKind, or ForbiddenStatementException
 * </pre>
 *
 * <p>A snapshot is data from a disk. What its script may do is a list of what H2 prints for the
 * schemas that a store may have; nothing else is run, whatever its checksums say.
 *
 * <p>A reader is used by one thread; the rest is stateless.
 */
@NullMarked
package scriptorium.snapshots.script;

import org.jspecify.annotations.NullMarked;
