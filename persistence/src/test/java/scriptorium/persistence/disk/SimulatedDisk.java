package scriptorium.persistence.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;

/**
 * A disk with one folder, and the memory in front of it that processes see. Its model:
 *
 * <ul>
 *   <li>What processes write, link, rename and unlink is seen by all of them at once. It is
 *       <em>pending</em> until it is forced: a file's bytes and length by a force of that file, its
 *       names only by a force of the folder.
 *   <li>A power loss keeps any subset of what is pending, whatever the order in which it was asked
 *       for, and loses the rest. What is kept of a write is any subset of its sectors of 512 bytes;
 *       a sector written several times has the content of any of those writes, or that before. One
 *       link, unlink or rename is kept or lost as a whole; a name may be gone although the one that
 *       was to replace it is not there. A file without a name is gone.
 *   <li>A file is as long as the last kept byte of it, at least as long as it durably was; what was
 *       not kept in between reads as zeros. Zeros that one call puts behind a file's end are kept
 *       or lost together.
 *   <li>A force that fails keeps any subset of what was pending for that file and <em>drops</em>
 *       the rest: processes go on seeing it, but a later force writes only what was written again.
 *       (That is what Linux does.) A force of the folder that fails leaves its changes pending.
 *   <li>A write without room writes the sectors there is room for, then fails. A file takes its
 *       length in whole sectors, from its first write until it has neither a name nor a handle.
 * </ul>
 *
 * <p>The folder itself is always there. Used by one thread at a time.
 */
public final class SimulatedDisk {
  private final Map<String, Inode> names = new LinkedHashMap<>();
  private final Map<String, Inode> durableNames = new LinkedHashMap<>();
  private final List<Change> pending = new ArrayList<>();
  private final Set<Inode> open = new HashSet<>();
  private long calls;
  private long capacity = Long.MAX_VALUE;
  private int sharedHolds;
  private boolean exclusivelyHeld;

  /** An empty disk. */
  public SimulatedDisk() {}

  /** Bytes of all files together from now on; may be less than there are. */
  public void setCapacity(long bytes) {
    capacity = bytes;
  }

  /** Bytes that all files take. */
  public long usedBytes() {
    Set<Inode> files = new HashSet<>(names.values());
    files.addAll(open);
    return files.stream().mapToLong(Inode::sectorBytes).sum();
  }

  /** How many smallest parts a power loss would keep or lose each by itself. */
  public int pendingChanges() {
    return pending.size();
  }

  /** How many of them, the last ones, come from one call. */
  public int pendingOfLastCall() {
    int from = pending.size();
    while (from > 0 && pending.get(from - 1).call() == calls) {
      from--;
    }
    return pending.size() - from;
  }

  /**
   * The disk after the power came back. This one stays as it is.
   *
   * @param kept which of the {@link #pendingChanges}, in the order they were asked for
   */
  public SimulatedDisk afterPowerLoss(BitSet kept) {
    Map<String, Inode> left = new LinkedHashMap<>(durableNames);
    for (int i = kept.nextSetBit(0); i >= 0; i = kept.nextSetBit(i + 1)) {
      if (pending.get(i) instanceof Change.NameChange change) {
        apply(change, left);
      }
    }
    Map<Inode, Inode> copies = new HashMap<>();
    left.replaceAll((name, file) -> copies.computeIfAbsent(file, Inode::durableCopy));
    for (int i = kept.nextSetBit(0); i >= 0; i = kept.nextSetBit(i + 1)) {
      if (pending.get(i) instanceof Change.SectorWrite write && copies.containsKey(write.file())) {
        copies.get(write.file()).persist(write);
      }
    }
    copies.values().forEach(Inode::settle);
    SimulatedDisk after = new SimulatedDisk();
    after.names.putAll(left);
    after.durableNames.putAll(left);
    return after;
  }

  /** Equal for disks with the same durable names and contents. */
  public long fingerprint() {
    long sum = 0;
    for (Map.Entry<String, Inode> entry : durableNames.entrySet()) {
      long mixed = entry.getKey().hashCode() * 0x9E3779B97F4A7C15L + entry.getValue().fingerprint();
      sum += Long.rotateLeft(mixed * 0xC2B2AE3D27D4EB4FL, 31) * 0x9E3779B97F4A7C15L;
    }
    return sum;
  }

  Inode create(String name) throws IOException {
    calls++;
    if (names.containsKey(name)) {
      throw new FileAlreadyExistsException(name);
    }
    Inode file = new Inode();
    change(Map.of(name, new Change.Holder(file)));
    return opened(file);
  }

  Inode open(String name) throws IOException {
    return opened(existing(name));
  }

  private Inode existing(String name) throws IOException {
    Inode file = names.get(name);
    if (file == null) {
      throw new NoSuchFileException(name);
    }
    return file;
  }

  private Inode opened(Inode file) {
    file.openHandles++;
    open.add(file);
    return file;
  }

  void close(Inode file) {
    if (--file.openHandles == 0) {
      open.remove(file);
    }
  }

  void link(String newName, String existing) throws IOException {
    calls++;
    if (names.containsKey(newName)) {
      throw new FileAlreadyExistsException(newName);
    }
    change(Map.of(newName, new Change.Holder(existing(existing))));
  }

  void rename(String from, String to) throws IOException {
    calls++;
    Map<String, Change.Holder> both = new LinkedHashMap<>();
    both.put(from, Change.Holder.NOTHING);
    both.put(to, new Change.Holder(existing(from)));
    change(both);
  }

  void unlink(String name) {
    calls++;
    if (names.containsKey(name)) {
      change(Map.of(name, Change.Holder.NOTHING));
    }
  }

  private void change(Map<String, Change.Holder> change) {
    Change.NameChange made = new Change.NameChange(calls, change);
    pending.add(made);
    apply(made, names);
  }

  private static void apply(Change.NameChange change, Map<String, Inode> names) {
    change
        .names()
        .forEach(
            (name, holder) -> {
              Inode file = holder.file();
              if (file == null) {
                names.remove(name);
              } else {
                names.put(name, file);
              }
            });
  }

  /** Names that processes see, in the order they came. */
  public List<String> names() {
    return List.copyOf(names.keySet());
  }

  boolean has(String name) {
    return names.containsKey(name);
  }

  void write(Inode file, ByteBuffer from, long position) throws IOException {
    calls++;
    long missing = position + from.remaining() - file.sectorBytes();
    long room = capacity == Long.MAX_VALUE ? capacity : Math.max(0, capacity - usedBytes());
    room -= room % Sector.BYTES;
    if (missing <= room) {
      file.write(from, position, calls, pending);
      return;
    }
    int fits = (int) Math.max(0, from.remaining() - (missing - room));
    writePart(file, from, position, fits);
    throw new IOException("No space left on device");
  }

  /** Writes the first bytes only. */
  void writePart(Inode file, ByteBuffer from, long position, int bytes) {
    ByteBuffer part = from.slice(from.position(), bytes);
    from.position(from.position() + bytes);
    file.write(part, position, calls, pending);
  }

  void force(Inode file) {
    take(change -> change instanceof Change.SectorWrite write && write.file() == file, true);
  }

  /** What a force that fails leaves: each pending sector written or dropped. */
  void failForce(Inode file, Random random) {
    for (Change change : pending) {
      if (change instanceof Change.SectorWrite write && write.file() == file) {
        if (random.nextBoolean()) {
          file.drop(write);
        } else {
          file.persist(write);
        }
      }
    }
    take(change -> change instanceof Change.SectorWrite write && write.file() == file, false);
  }

  void forceFolder() {
    take(change -> change instanceof Change.NameChange, true);
  }

  private void take(Predicate<Change> which, boolean persist) {
    pending.removeIf(
        change -> {
          if (!which.test(change)) {
            return false;
          }
          if (persist) {
            if (change instanceof Change.SectorWrite write) {
              write.file().persist(write);
            } else if (change instanceof Change.NameChange named) {
              apply(named, durableNames);
            }
          }
          return true;
        });
  }

  /** False when another holder is in the way. */
  boolean hold(boolean exclusively) {
    if (exclusivelyHeld || (exclusively && sharedHolds > 0)) {
      return false;
    }
    exclusivelyHeld = exclusively;
    sharedHolds += exclusively ? 0 : 1;
    return true;
  }

  void letGo(boolean exclusively) {
    exclusivelyHeld = false;
    sharedHolds -= exclusively ? 0 : 1;
  }
}
