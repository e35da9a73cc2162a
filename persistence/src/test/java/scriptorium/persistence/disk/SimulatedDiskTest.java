package scriptorium.persistence.disk;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The disk does what its model says, no more and no less. */
class SimulatedDiskTest {
  private final SimulatedDisk disk = new SimulatedDisk();
  private final SimulatedProcess process = new SimulatedProcess(disk, 1);

  private static ByteBuffer letters(char letter, int count) {
    return ByteBuffer.wrap(String.valueOf(letter).repeat(count).getBytes(US_ASCII));
  }

  /** What a file holds: each sector's first letter, a dot for zeros. */
  private static String sectors(SimulatedDisk of, String name) throws IOException {
    SimulatedProcess.Handle file = new SimulatedProcess(of, 1).openToRead(name);
    ByteBuffer bytes = ByteBuffer.allocate((int) file.size());
    if (bytes.hasRemaining()) {
      assertEquals(bytes.capacity(), file.read(bytes, 0));
    }
    file.close();
    StringBuilder firsts = new StringBuilder();
    for (int i = 0; i < bytes.capacity(); i += Sector.BYTES) {
      firsts.append(bytes.get(i) == 0 ? '.' : (char) bytes.get(i));
    }
    return firsts.toString();
  }

  private SimulatedProcess.Handle durableFile(String name, char letter, int sectors)
      throws IOException {
    SimulatedProcess.Handle file = process.create(name);
    file.write(letters(letter, sectors * Sector.BYTES), 0);
    file.force();
    process.forceFolder();
    return file;
  }

  private Set<String> afterEveryPowerLoss(String name) {
    Set<String> found = new HashSet<>();
    PowerLoss.each(
        disk.pendingChanges(),
        disk.pendingOfLastCall(),
        0,
        new Random(1),
        (rule, kept) -> {
          SimulatedDisk after = disk.afterPowerLoss(kept);
          try {
            found.add(after.names().contains(name) ? sectors(after, name) : "absent");
          } catch (IOException e) {
            throw new AssertionError(e);
          }
        });
    return found;
  }

  @Test
  void losesNothingThatWasForced() throws IOException {
    durableFile("a", 'x', 4);

    assertEquals(Set.of("xxxx"), afterEveryPowerLoss("a"));
  }

  @Test
  void keepsAnySubsetOfTheSectorsOfAWrite() throws IOException {
    SimulatedProcess.Handle file = durableFile("a", 'x', 4);

    file.write(letters('y', 2 * Sector.BYTES), Sector.BYTES);

    assertEquals(2, disk.pendingChanges());
    assertEquals(Set.of("xxxx", "xyxx", "xxyx", "xyyx"), afterEveryPowerLoss("a"));
  }

  @Test
  void keepsTheContentOfAnyWriteOfASector() throws IOException {
    SimulatedProcess.Handle file = durableFile("a", 'x', 1);

    file.write(letters('y', Sector.BYTES), 0);
    file.write(letters('z', Sector.BYTES), 0);

    assertEquals(Set.of("x", "y", "z"), afterEveryPowerLoss("a"));
  }

  @Test
  void makesAFileAsLongAsWhatWasKeptOfIt() throws IOException {
    SimulatedProcess.Handle file = durableFile("a", 'x', 1);

    file.write(letters('y', 2 * Sector.BYTES), Sector.BYTES);

    assertEquals(Set.of("x", "xy", "x.y", "xyy"), afterEveryPowerLoss("a"));
  }

  @Test
  void keepsZerosBehindTheEndTogether() throws IOException {
    SimulatedProcess.Handle file = durableFile("a", 'x', 1);

    file.write(ByteBuffer.allocate(3 * Sector.BYTES), Sector.BYTES);

    assertEquals(Set.of("x", "x..."), afterEveryPowerLoss("a"));
  }

  @Test
  void forcesTheNamesOfAFolderApartFromTheFiles() throws IOException {
    SimulatedProcess.Handle file = process.create("a");
    file.write(letters('x', Sector.BYTES), 0);
    file.force();
    assertEquals(Set.of("absent", "x"), afterEveryPowerLoss("a"));

    process.link("b", "a");
    process.unlink("a");
    assertEquals(Set.of("absent", "x"), afterEveryPowerLoss("a"));
    assertEquals(Set.of("absent", "x"), afterEveryPowerLoss("b"));

    process.forceFolder();
    assertEquals(Set.of("absent"), afterEveryPowerLoss("a"));
    assertEquals(Set.of("x"), afterEveryPowerLoss("b"));
  }

  @Test
  void renamesAtOnce() throws IOException {
    durableFile("a", 'x', 1);
    durableFile("b", 'y', 1);

    process.rename("a", "b");

    assertEquals(List.of("b"), disk.names());
    assertEquals(Set.of("x", "absent"), afterEveryPowerLoss("a"));
    assertEquals(Set.of("x", "y"), afterEveryPowerLoss("b"));
  }

  @Test
  void dropsForGoodWhatAFailedForceDidNotWriteUnlessItIsWrittenAgain() throws IOException {
    SimulatedProcess.Handle file = durableFile("a", 'x', 8);
    file.write(letters('y', 8 * Sector.BYTES), 0);
    process.fail(DiskCall.FORCE, 1, "Input/output error");

    assertThrows(IOException.class, file::force);
    file.force();
    String left = sectors(disk.afterPowerLoss(new BitSet()), "a");
    assertEquals("yyyyyyyy", sectors(disk, "a"), "is still seen");
    assertEquals(2, Set.of(left.replace("y", ""), left.replace("x", "")).size(), left);

    file.write(letters('y', 8 * Sector.BYTES), 0);
    file.force();
    assertEquals("yyyyyyyy", sectors(disk.afterPowerLoss(new BitSet()), "a"));
  }

  @Test
  void writesWhatThereIsRoomForAndGivesRoomBack() throws IOException {
    SimulatedProcess.Handle file = durableFile("a", 'x', 1);
    disk.setCapacity(3 * Sector.BYTES);
    file.write(letters('z', Sector.BYTES), 0);

    IOException full =
        assertThrows(
            IOException.class, () -> file.write(letters('y', 4 * Sector.BYTES), Sector.BYTES));

    assertEquals("No space left on device", full.getMessage());
    assertEquals("zyy", sectors(disk, "a"));
    process.unlink("a");
    assertEquals(3 * Sector.BYTES, disk.usedBytes(), "is open");
    file.close();
    assertEquals(0, disk.usedBytes());
  }

  @Test
  void killsAtACallAndLeavesTheNextProcessWhatWasWritten() throws IOException {
    SimulatedProcess.Handle file = durableFile("a", 'x', 1);
    process.killAfter(1);
    file.write(letters('y', Sector.BYTES), 0);

    assertThrows(ProcessKilled.class, file::force);
    assertThrows(ProcessKilled.class, () -> process.create("b"));

    assertEquals("y", sectors(disk, "a"));
    assertEquals(0, process.openFiles());
    assertEquals(Set.of("x", "y"), afterEveryPowerLoss("a"));
  }
}
