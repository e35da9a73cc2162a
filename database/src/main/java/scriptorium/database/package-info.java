/** The database module. */
@org.jspecify.annotations.NullMarked
package scriptorium.database;
