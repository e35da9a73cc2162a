package scriptorium.persistence.postgres;

import com.typesafe.config.Config;
import org.junit.jupiter.api.Timeout;
import scriptorium.contract.QueryContract;

/** The queries of PostgreSQL's plugin, which asks again and again, and passes over what is gone. */
@Timeout(120)
class PostgresQueryContractTest extends QueryContract {

  @Override
  protected Config config() {
    return SharedPlugins.config();
  }

  @Override
  protected String queryPluginId() {
    return "jdbc-read-journal";
  }

  @Override
  protected boolean noticesDeletedEvents() {
    return false;
  }
}
