package scriptorium.actors.internal;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import scriptorium.actors.CancelReply;
import scriptorium.actors.MigrationReply;
import scriptorium.actors.SchemaReply;
import scriptorium.actors.SnapshotReply;
import scriptorium.actors.StoreCommand;
import scriptorium.actors.StorePhase;
import scriptorium.actors.StoreStatus;

/** Answers commands on a node that does not write. */
record FollowerCommands(NodeView view) {

  private static final String ELSEWHERE = "another node writes: ";

  void handle(StoreCommand command) {
    StoreStatus status = view.status();
    if (command instanceof StoreCommand.Write<?> write) {
      write(write);
    } else if (command instanceof StoreCommand.Read<?> read) {
      read(read);
    } else if (command instanceof StoreCommand.Cancel cancel) {
      cancel.replyTo().tell(new CancelReply.NotFound());
    } else if (command instanceof StoreCommand.Migrate migrate) {
      migrate.replyTo().tell(new MigrationReply.NotReady(status.phase(), where(status.writer())));
    } else if (command instanceof StoreCommand.GetSchema get) {
      get.replyTo().tell(new SchemaReply.NotReady(status.phase(), where(status.writer())));
    } else if (command instanceof StoreCommand.TakeSnapshot take) {
      take.replyTo().tell(new SnapshotReply.NotNow(status.phase(), where(status.writer())));
    } else if (command instanceof StoreCommand.GetStatus get) {
      get.replyTo().tell(status);
    }
  }

  private <T extends @Nullable Object> void write(StoreCommand.Write<T> write) {
    view.elsewhere().write(write.request(), write::answer);
  }

  private <T extends @Nullable Object> void read(StoreCommand.Read<T> read) {
    read.replyTo().tell(Reads.notHere(view.status()));
  }

  private static String where(Optional<String> writer) {
    return ELSEWHERE + writer.orElse(StorePhase.STARTING.name());
  }
}
