/**
 * Texts of SQL cut into statements, by the rules of H2's tokenizer.
 *
 * <pre>
 * Reader → SqlLexer → Lexeme … → SqlStatement
 * </pre>
 *
 * <p>A lexer is used by one thread; the rest is immutable.
 */
@NullMarked
package scriptorium.database.script;

import org.jspecify.annotations.NullMarked;
