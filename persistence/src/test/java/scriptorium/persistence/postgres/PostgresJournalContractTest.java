package scriptorium.persistence.postgres;

import akka.actor.ActorSystem;
import com.typesafe.config.Config;
import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import scriptorium.contract.DurableJournalContract;
import scriptorium.contract.Fault;
import scriptorium.servers.ServerUnavailableException;
import scriptorium.servers.SharedPostgres;

/** PostgreSQL's plugin, as it is shipped, under the whole contract of a durable journal. */
@Timeout(120)
class PostgresJournalContractTest extends DurableJournalContract {

  @Override
  protected Config config() {
    return SharedPlugins.config();
  }

  @Override
  protected Optional<Fault> holdWrites(ActorSystem system, String persistenceId) {
    return Optional.of(TableFault.hold());
  }

  @Override
  protected Optional<Fault> failWrites(ActorSystem system, String persistenceId) {
    return Optional.of(TableFault.refuse(persistenceId));
  }

  @Override
  protected Optional<Runnable> storageCrash() {
    return Optional.of(PostgresJournalContractTest::crashServer);
  }

  private static void crashServer() {
    try {
      SharedPostgres.server().crashAndStart();
    } catch (IOException | InterruptedException | ServerUnavailableException e) {
      throw new IllegalStateException("the server does not come back", e);
    }
  }

  @Test
  @Tag("soak")
  @Timeout(3600)
  void losesNothingInThreeHundredKills() throws Exception {
    expectDurable(300);
  }
}
