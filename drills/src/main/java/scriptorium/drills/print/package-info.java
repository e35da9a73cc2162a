/**
 * How commands show results: aligned tables for people, JSON for programs.
 *
 * <pre>
 * columns + rows → TextTable → lines
 * names + values → Json      → file
 * </pre>
 *
 * <p>No type here is safe for use by several threads; none needs to be.
 */
@NullMarked
package scriptorium.drills.print;

import org.jspecify.annotations.NullMarked;
