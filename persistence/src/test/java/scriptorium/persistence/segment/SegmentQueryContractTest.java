package scriptorium.persistence.segment;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import scriptorium.contract.QueryContract;
import scriptorium.persistence.MemoryDisk;

/** The embedded journal's query under the whole contract, over many rolls of small segments. */
@Timeout(120)
class SegmentQueryContractTest extends QueryContract {
  @TempDir(factory = MemoryDisk.class)
  Path dir;

  @Override
  protected Config config() {
    return ConfigFactory.parseString(
            """
            akka.loglevel = OFF
            akka.persistence.journal.plugin = scriptorium.journal
            scriptorium.journal {
              lock = shared
              idle-mark = 20 ms
              first-segment-bytes = 4 KiB
              max-segment-bytes = 16 KiB
            }
            """)
        .withFallback(ConfigFactory.parseMap(Map.of("scriptorium.data-dir", dir.toString())));
  }

  @Override
  protected String queryPluginId() {
    return SegmentQuery.ID;
  }
}
