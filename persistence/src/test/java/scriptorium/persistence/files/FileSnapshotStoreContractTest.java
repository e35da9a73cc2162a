package scriptorium.persistence.files;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import scriptorium.contract.SnapshotStoreContract;

/** The embedded snapshot store under the whole contract. */
@Timeout(300)
class FileSnapshotStoreContractTest extends SnapshotStoreContract {
  @TempDir Path data;

  @Override
  protected Config config() {
    return ConfigFactory.parseString(
            """
            akka.loglevel = OFF
            akka.persistence.snapshot-store.plugin = scriptorium.snapshot-store
            """)
        .withFallback(ConfigFactory.parseMap(Map.of("scriptorium.data-dir", data.toString())));
  }

  @Test
  @Tag("soak")
  @Timeout(3600)
  void losesNoSnapshotInAHundredKills() throws Exception {
    expectDurable(100);
  }
}
