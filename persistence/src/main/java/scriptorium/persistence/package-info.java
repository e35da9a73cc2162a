/** The persistence module. */
@org.jspecify.annotations.NullMarked
package scriptorium.persistence;
