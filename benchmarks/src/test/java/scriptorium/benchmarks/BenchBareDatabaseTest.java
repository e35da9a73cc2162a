package scriptorium.benchmarks;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import scriptorium.benchmarks.workload.Parcel;

class BenchBareDatabaseTest {

  @Test
  void aRowIsInsertedAgainAfterItsTableWasCleared() throws SQLException {
    try (BareDatabase database = BareDatabase.open(true)) {
      database.insert(Parcel.of(1));
      database.clear();
      database.insert(Parcel.of(1));
    }
  }
}
