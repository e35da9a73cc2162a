package example;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import scriptorium.contract.SnapshotStoreContract;

/** How to run a contract: Akka's own snapshot store, whose settings say where its folder is. */
class LocalSnapshotStoreTest extends SnapshotStoreContract {
  @TempDir Path dir;

  @Override
  protected Config config() {
    String id = "akka.persistence.snapshot-store.local";
    return ConfigFactory.parseMap(
        Map.of("akka.persistence.snapshot-store.plugin", id, id + ".dir", dir.toString()));
  }

  /** It does not keep what replicated actors add: their test is skipped, and says so. */
  @Override
  protected boolean keepsMetadata() {
    return false;
  }
}
