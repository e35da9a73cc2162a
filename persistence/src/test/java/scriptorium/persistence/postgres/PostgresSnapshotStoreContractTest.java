package scriptorium.persistence.postgres;

import com.typesafe.config.Config;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import scriptorium.contract.SnapshotStoreContract;

/** PostgreSQL's snapshot store, as it is shipped, under the whole contract. */
@Timeout(120)
class PostgresSnapshotStoreContractTest extends SnapshotStoreContract {

  @Override
  protected Config config() {
    return SharedPlugins.config();
  }

  @Test
  @Tag("soak")
  @Timeout(3600)
  void losesNoSnapshotInAHundredKills() throws Exception {
    expectDurable(100);
  }
}
