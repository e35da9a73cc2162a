package scriptorium.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class BenchParcelTest {

  @Test
  void comesBackFromItsBytes() {
    Parcel parcel = Parcel.of(7_000_123);

    assertEquals(parcel, Parcel.ofBytes(parcel.toBytes()));
  }

  @Test
  void isInsertedAfterItsTableWasCleared() throws SQLException {
    try (BareDatabase database = BareDatabase.open(true)) {
      database.insert(Parcel.of(1));
      database.clear();
      database.insert(Parcel.of(1));
    }
  }
}
