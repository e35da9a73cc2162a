package scriptorium.persistence.postgres;

/**
 * One thing that is not as a store needs it.
 *
 * @param what a setting's full path, a setting of the server, a table
 * @param found as it is
 * @param expected as it must be
 * @param remedy why it matters, and what to do
 */
public record PostgresFault(String what, String found, String expected, String remedy) {

  @Override
  public String toString() {
    return what + ": expected=" + expected + " found=" + found + "; " + remedy;
  }
}
