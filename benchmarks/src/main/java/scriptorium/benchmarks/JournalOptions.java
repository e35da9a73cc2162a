package scriptorium.benchmarks;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import scriptorium.drills.command.Options;
import scriptorium.drills.command.UsageException;

/**
 * What {@code bench journal} was asked for.
 *
 * @param parts what is measured
 * @param memory a folder in memory; empty for the disk alone
 * @param rounds of each part
 * @param length of one measurement of groups; the following process has twice that a round
 * @param events replayed
 * @param groupsPerSecond written while another process follows
 * @param openMib of segments that are opened
 */
record JournalOptions(
    Set<Part> parts,
    Optional<Path> memory,
    int rounds,
    Duration length,
    int events,
    int groupsPerSecond,
    int openMib) {

  static final String[] VALUED = {
    "--parts", "--memory", "--rounds", "--millis", "--events", "--rate", "--mib"
  };

  private static final String SEE = " (see: ./scriptorium bench journal --help)";

  /** One of the four questions. */
  enum Part {
    GROUPS,
    REPLAY,
    TAIL,
    OPEN;

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  JournalOptions {
    parts = Set.copyOf(parts);
  }

  static JournalOptions of(BenchRun run) {
    Options options = run.options();
    JournalOptions asked =
        new JournalOptions(
            parts(options),
            memory(options),
            options.integer("--rounds", 5, 1, 100),
            Duration.ofMillis(options.integer("--millis", 800, 10, 60_000)),
            options.integer("--events", 200_000, 64, 10_000_000),
            options.integer("--rate", 5_000, 1, 1_000_000),
            options.integer("--mib", 1024, 1, 100_000));
    if (run.isCheck() && asked.parts().size() < Part.values().length) {
      throw new UsageException("option --check needs all --parts" + SEE);
    }
    return asked;
  }

  private static Set<Part> parts(Options options) {
    String text = options.text("--parts").orElse("all");
    if (text.equals("all")) {
      return EnumSet.allOf(Part.class);
    }
    List<Part> parts = new ArrayList<>();
    for (String word : text.split(",", -1)) {
      Optional<Part> part =
          Stream.of(Part.values()).filter(one -> one.word().equals(word.strip())).findFirst();
      if (part.isEmpty() || parts.contains(part.get())) {
        throw new UsageException(
            "option --parts: expected all, or different names of "
                + Stream.of(Part.values()).map(Part::word).collect(Collectors.joining(", "))
                + " separated by commas, found '"
                + text
                + "'"
                + SEE);
      }
      parts.add(part.get());
    }
    return EnumSet.copyOf(parts);
  }

  /** Where nothing is said and there is no such folder, the disk alone is measured. */
  private static Optional<Path> memory(Options options) {
    String text = options.text("--memory").orElse("");
    if (text.isEmpty()) {
      return Optional.of(Path.of("/dev/shm")).filter(Files::isDirectory);
    }
    if (text.equals("none")) {
      return Optional.empty();
    }
    Path folder = Path.of(text);
    if (!Files.isDirectory(folder)) {
      throw new UsageException(
          "option --memory: expected none or a folder, found '" + text + "'" + SEE);
    }
    return Optional.of(folder);
  }
}
