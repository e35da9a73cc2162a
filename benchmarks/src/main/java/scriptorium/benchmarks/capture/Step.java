package scriptorium.benchmarks.capture;

/**
 * What the writer's thread does for a mutation, in the order in which it is added up: who measures
 * a step runs all those before it as well.
 */
public enum Step {
  /** The statement prepared once, a commit each {@value CaptureBench#MUTATIONS_A_COMMIT}. */
  BARE("bare H2"),
  /** The statement prepared by each mutation, as a program's mutations do. */
  PREPARE("prepare each time"),
  /** By the connection that mutations are given, opened and closed for each. */
  GUARD("guarded connection"),
  /** A savepoint before each mutation, and a capture of nothing. */
  SAVEPOINT("savepoint"),
  /** The rows that the mutation changed, as bytes. */
  CAPTURE("capture"),
  /** The event around them, with the mutation's value. */
  ENCODE("encode"),
  /** The answer kept by its txId. */
  OUTCOME("outcome");

  private final String title;

  Step(String title) {
    this.title = title;
  }

  /** What the table calls it. */
  public String title() {
    return title;
  }

  boolean includes(Step other) {
    return compareTo(other) >= 0;
  }
}
