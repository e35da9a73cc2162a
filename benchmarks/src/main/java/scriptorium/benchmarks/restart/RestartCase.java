package scriptorium.benchmarks.restart;

/** What is started in each round, in this order: what a target compares are neighbours. */
public enum RestartCase {
  STORE("store"),
  RUNSCRIPT("RUNSCRIPT"),
  ROW_BY_ROW("row by row, parents looked up"),
  ROW_BY_ROW_BY_ID("row by row, parents by id"),
  LARGE_STORE("store, large"),
  NAMED_STORE("store, one table"),
  TARANTOOL("Tarantool, one table");

  private final String title;

  RestartCase(String title) {
    this.title = title;
  }

  /** What the table calls it. */
  public String title() {
    return title;
  }
}
