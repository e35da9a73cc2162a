package scriptorium.contract;

/**
 * What a journal plugin must do within one process. A journal whose data outlives the process
 * passes {@link DurableJournalContract}, which includes this.
 *
 * <p>It asks for more than Akka's recovery needs: whoever trusts a journal's numbers needs one that
 * refuses what does not follow, that never keeps a part of an atomic write, and whose every call
 * ends in exactly the answer that Akka knows for it.
 *
 * <pre>{@code
 * class MyJournalTest extends JournalContract {
 *   @TempDir Path dir;
 *
 *   @Override
 *   protected Config config() {
 *     return ConfigFactory.parseMap(
 *         Map.of("akka.persistence.journal.plugin", "my-journal", "my-journal.dir", dir.toString()));
 *   }
 * }
 * }</pre>
 */
public abstract class JournalContract extends JournalFaultRules {
  /** Made by JUnit. */
  protected JournalContract() {}
}
