package scriptorium.database.guard;

/**
 * What a pooled reader is lent for.
 *
 * @see ReadConnections#look
 */
interface Lease {

  /** It lies in the pool. */
  Lease NONE = new Unwatched(OpenView.Use.IDLE);

  /** A read, whose owner stops it in time. */
  Lease READ = new Unwatched(OpenView.Use.READ);

  OpenView.Use use();

  /** Ends what is overdue; called now and then, on a thread that must not wait. */
  void look(long nowNanos);

  /** Nothing to be looked after. */
  record Unwatched(OpenView.Use use) implements Lease {

    @Override
    public void look(long nowNanos) {}
  }
}
