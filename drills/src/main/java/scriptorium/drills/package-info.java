/** The drills module. */
@org.jspecify.annotations.NullMarked
package scriptorium.drills;
