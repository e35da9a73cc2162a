package scriptorium.actors.internal;

import akka.actor.ActorRef;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The present incarnation of the writer, and what it was told and has not answered. It may end
 * without its host knowing it yet: then what it was told is given up when the host hears of its
 * end. Owned by the host.
 */
final class WriterLine {

  private final List<WriterCommand> told = new ArrayList<>();
  private @Nullable ActorRef writer;

  /** An incarnation takes commands. */
  void open(ActorRef opened) {
    writer = opened;
  }

  boolean isOpen() {
    return writer != null;
  }

  void tell(WriterCommand command) {
    told.removeIf(WriterCommand::isAnswered);
    told.add(command);
    Objects.requireNonNull(writer).tell(command, ActorRef.noSender());
  }

  /** No incarnation takes commands any more: whoever waits is answered. */
  void end(String reason) {
    writer = null;
    told.forEach(command -> command.giveUp(reason));
    told.clear();
  }
}
