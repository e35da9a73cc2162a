/** The snapshots module. */
@org.jspecify.annotations.NullMarked
package scriptorium.snapshots;
