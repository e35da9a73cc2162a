package scriptorium.actors;

/** A write was expected to be committed and was answered otherwise; the reply is kept. */
public final class NotCommittedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient WriteReply<?> reply;

  NotCommittedException(WriteReply<?> reply) {
    super("write not committed: " + reply);
    this.reply = reply;
  }

  /** What was answered. */
  public WriteReply<?> reply() {
    return reply;
  }
}
