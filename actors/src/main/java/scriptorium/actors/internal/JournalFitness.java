package scriptorium.actors.internal;

import akka.actor.ActorSystem;
import com.typesafe.config.Config;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import scriptorium.persistence.postgres.PostgresCheck;
import scriptorium.persistence.postgres.UnfitPostgresException;

/**
 * Looks, before a writer asks it for anything, whether a journal that is somebody else's program is
 * set up as a store needs it. The embedded journal looks after itself.
 */
final class JournalFitness {

  private JournalFitness() {}

  /** The journal cannot be looked at now: its server does not answer, or refuses the login. */
  static final class UnansweredException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnansweredException(SQLException cause) {
      super("the journal's server cannot be asked: " + Refusals.describe(cause), cause);
    }
  }

  /**
   * Empty where there is nothing to look at. Else it completes when all is well, and fails with
   * {@link UnfitPostgresException} where somebody must change something.
   *
   * @param blocking where the server is asked
   */
  static Optional<CompletionStage<Void>> look(ActorSystem system, Executor blocking) {
    Config config = system.settings().config();
    String journal = PluginIds.journal(system);
    if (!PostgresCheck.isPostgres(config, journal)) {
      return Optional.empty();
    }
    CompletableFuture<Void> looked = new CompletableFuture<>();
    blocking.execute(
        () -> {
          try {
            PostgresCheck.run(
                config, journal, PluginIds.query(system), PluginIds.snapshotStore(system));
            looked.complete(null);
          } catch (SQLException e) {
            looked.completeExceptionally(new UnansweredException(e));
          } catch (RuntimeException e) {
            looked.completeExceptionally(e);
          }
        });
    return Optional.of(looked);
  }
}
