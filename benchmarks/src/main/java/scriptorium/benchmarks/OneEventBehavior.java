package scriptorium.benchmarks;

import akka.Done;
import akka.persistence.typed.PersistenceId;
import akka.persistence.typed.javadsl.CommandHandler;
import akka.persistence.typed.javadsl.EventHandler;
import akka.persistence.typed.javadsl.EventSourcedBehavior;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import scriptorium.benchmarks.workload.Parcel;

/**
 * What one would write without Scriptorium: each command persists one event, whose handler changes
 * the database. The state is the database itself.
 */
final class OneEventBehavior
    extends EventSourcedBehavior<OneEventBehavior.Insert, byte[], BareDatabase> {

  private final BareDatabase database;

  /** The row to be inserted, and who is told when it is. */
  record Insert(Parcel parcel, CompletableFuture<Done> done) {}

  /**
   * With its own name in the journal.
   *
   * @param database empty, committing each statement
   */
  OneEventBehavior(String name, BareDatabase database) {
    super(PersistenceId.ofUniqueId(name));
    this.database = database;
  }

  @Override
  public String journalPluginId() {
    return "scriptorium.journal";
  }

  @Override
  public String snapshotPluginId() {
    return "akka.persistence.no-snapshot-store";
  }

  @Override
  public BareDatabase emptyState() {
    return database;
  }

  @Override
  public CommandHandler<Insert, byte[], BareDatabase> commandHandler() {
    return (state, insert) ->
        Effect()
            .persist(insert.parcel().toBytes())
            .thenRun(() -> insert.done().complete(Done.getInstance()));
  }

  @Override
  public EventHandler<BareDatabase, byte[]> eventHandler() {
    return (state, event) -> {
      try {
        state.insert(Parcel.ofBytes(event));
        return state;
      } catch (SQLException e) {
        throw new IllegalStateException("event cannot be applied: " + e.getMessage(), e);
      }
    };
  }
}
