package scriptorium.benchmarks.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class BenchParcelTest {

  @Test
  void comesBackFromItsBytes() {
    Parcel parcel = Parcel.of(7_000_123);

    assertEquals(parcel, Parcel.ofBytes(parcel.toBytes()));
  }
}
