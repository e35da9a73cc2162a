/**
 * The program of the README, as a newcomer would write it: on public types only.
 *
 * <pre>
 * README.md code block = WordStore.java → compiled → run twice by WordStoreTest
 * </pre>
 *
 * <p>It runs on the thread that calls {@code main}.
 */
@NullMarked
package example;

import org.jspecify.annotations.NullMarked;
