package scriptorium.drills.crash;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import scriptorium.drills.failover.check.DamagedJournalException;
import scriptorium.drills.failover.check.JournalFiles;

/**
 * What lies in a store's folder while no process has it open, read without the store's own code:
 * its snapshots by the names and checksums of their files, its journal event by event.
 */
final class SnapshotFolder {

  private static final Pattern CHUNK =
      Pattern.compile("main%7C(\\d+)-\\d+%7C(\\d+)@\\d+@\\d+\\.snapshot");
  private static final Pattern MANIFEST = Pattern.compile("main@(\\d+)@\\d+\\.snapshot");
  private static final int SHA256_BYTES = 32;

  private final Path storeFolder;
  private final TreeSet<Long> manifests = new TreeSet<>();
  private final Map<Long, TreeSet<Integer>> chunks = new TreeMap<>();
  private final List<String> faults = new ArrayList<>();
  private int leftovers;

  private SnapshotFolder(Path storeFolder) {
    this.storeFolder = storeFolder;
  }

  static SnapshotFolder read(Path storeFolder) throws IOException {
    SnapshotFolder found = new SnapshotFolder(storeFolder);
    Path folder = storeFolder.resolve("snapshots");
    if (Files.isDirectory(folder)) {
      try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
        for (Path file : files) {
          found.add(file);
        }
      }
    }
    return found;
  }

  private void add(Path file) throws IOException {
    String name = file.getFileName().toString();
    Matcher chunk = CHUNK.matcher(name);
    Matcher manifest = MANIFEST.matcher(name);
    if (name.endsWith(".tmp")) {
      leftovers++;
      return;
    }
    if (chunk.matches()) {
      chunks
          .computeIfAbsent(Long.valueOf(chunk.group(1)), number -> new TreeSet<>())
          .add(Integer.valueOf(chunk.group(2)));
    } else if (manifest.matches()) {
      manifests.add(Long.valueOf(manifest.group(1)));
    } else {
      faults.add("file of an unknown name: " + file);
    }
    requireChecksum(file);
  }

  /** Each file ends with the SHA-256 of what precedes it. */
  private void requireChecksum(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    int covered = Math.max(0, bytes.length - SHA256_BYTES);
    byte[] expected = Arrays.copyOfRange(bytes, covered, bytes.length);
    if (!Arrays.equals(sha256(bytes, covered), expected)) {
      faults.add("snapshot file torn or damaged: file=" + file + " bytes=" + bytes.length);
    }
  }

  private static byte[] sha256(byte[] bytes, int length) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(bytes, 0, length);
      return digest.digest();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /** The last number in the journal. */
  private JournalFiles.Walk journal() throws IOException {
    return JournalFiles.list(storeFolder).walk((number, entry) -> {});
  }

  /** Whether a kill has cut a snapshot short: a file half written, or chunks without a manifest. */
  boolean isCutShort() {
    return leftovers > 0 || !manifests.containsAll(chunks.keySet());
  }

  /** Whether a kill has come between a snapshot's proof and the deletion of an older one. */
  boolean isBeforeDeletion(int kept) {
    return manifests.size() > kept;
  }

  /**
   * What is wrong with the folder as a kill has left it: each snapshot with a manifest must be
   * whole, and the journal must hold all events behind the oldest of those that are to be kept.
   *
   * @param acknowledged the last number that anybody was told
   */
  List<String> faultsAfterKill(int kept, long acknowledged) throws IOException {
    List<String> found = new ArrayList<>(faults);
    for (Long manifest : manifests) {
      TreeSet<Integer> indexes = chunks.getOrDefault(manifest, new TreeSet<>());
      if (indexes.isEmpty() || indexes.last() != indexes.size() - 1) {
        found.add("manifest without its chunks: sequenceNumber=" + manifest + " " + indexes);
      }
    }
    long oldestKept =
        manifests.stream().skip(Math.max(0, manifests.size() - kept)).findFirst().orElse(0L);
    try {
      JournalFiles.Walk walk = journal();
      if (walk.lastNumber() >= walk.firstNumber() && walk.firstNumber() > oldestKept + 1) {
        found.add(
            "events deleted that a kept snapshot needs: oldestKept="
                + oldestKept
                + " firstEvent="
                + walk.firstNumber());
      }
      if (walk.firstNumber() > 1 && manifests.size() < kept) {
        found.add("events deleted before so many snapshots were there: " + manifests);
      }
      if (walk.lastNumber() < acknowledged) {
        found.add("journal ends at " + walk.lastNumber() + ", acknowledged was " + acknowledged);
      }
    } catch (DamagedJournalException e) {
      found.add(String.valueOf(e.getMessage()));
    }
    return found;
  }

  /** The same after a stop in good order behind a last snapshot: nothing is left over, too. */
  List<String> faultsAtEnd(int kept) throws IOException {
    List<String> found = faultsAfterKill(kept, 0);
    if (isCutShort()) {
      found.add(
          "chunks without a manifest are left: manifests="
              + manifests
              + " chunks="
              + chunks.keySet()
              + " temporary="
              + leftovers);
    }
    if (manifests.size() != kept) {
      found.add("snapshots that are kept: expected=" + kept + " found=" + manifests);
    }
    return found;
  }
}
