/**
 * The programs of the documents, as a newcomer would write them: on public types only.
 *
 * <pre>
 * README.md code block          = WordStore.java  → compiled → run twice by WordStoreTest
 * docs/migrations.md code block = PaintStore.java → compiled → run twice by PaintStoreTest
 * </pre>
 *
 * <p>They run on the thread that calls them.
 */
@NullMarked
package example;

import org.jspecify.annotations.NullMarked;
