package scriptorium.contract;

/** Something that is wrong with a plugin's storage until it is closed. */
@FunctionalInterface
public interface Fault extends AutoCloseable {
  /** Ends the fault; what waited goes on. */
  @Override
  void close();
}
