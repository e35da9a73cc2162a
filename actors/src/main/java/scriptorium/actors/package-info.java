/** The actors module. */
@org.jspecify.annotations.NullMarked
package scriptorium.actors;
