package scriptorium.drills.snapshot;

import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import scriptorium.actors.StoreSettings;
import scriptorium.drills.command.Command;
import scriptorium.drills.command.EnvironmentException;
import scriptorium.drills.command.ExitCode;
import scriptorium.drills.command.Options;
import scriptorium.drills.command.Terminal;
import scriptorium.drills.command.UsageException;
import scriptorium.drills.embedded.FailureText;
import scriptorium.drills.embedded.QuietLogging;
import scriptorium.keys.Protection;
import scriptorium.persistence.files.CorruptSnapshotFileException;
import scriptorium.persistence.files.SnapshotFileWriteException;
import scriptorium.persistence.files.UnsupportedSnapshotFileException;
import scriptorium.persistence.segment.DamagedJournalException;
import scriptorium.persistence.segment.JournalKeyException;
import scriptorium.persistence.segment.SegmentJournalSettings;
import scriptorium.persistence.segment.UnusableFolderException;
import scriptorium.snapshots.CorruptSnapshotException;
import scriptorium.snapshots.SnapshotKeyException;
import scriptorium.snapshots.UnsupportedSnapshotException;

/**
 * What the commands have in common: how they are called, and how they say that something failed.
 */
abstract class SnapshotCommand implements Command {

  static final String COMMON =
      """
        --data DIR          the folder of the store; required
        --store NAME        which store in it (default main)
        --debug             log more, with stack traces, to standard error
      """;

  static final String ENDING =
      """

      Keys of protected snapshots: SCRIPTORIUM_JAVA_OPTS='-Dconfig.file=FILE', where FILE has the
      store's settings, scriptorium.store.snapshot.protection among them, and for a protected journal
      scriptorium.journal.protection.

      Exit codes: 0 done; 1 a snapshot is bad, or what was asked is refused; 2 wrong usage or setting;
      3 a folder or file cannot be used.
      """;

  private final String word;
  private final String summary;

  SnapshotCommand(String word, String summary) {
    this.word = word;
    this.summary = summary;
  }

  /** What was asked, of which store. */
  record Call(Path folder, String store, Options options, Terminal terminal) {

    /** How this store's snapshots are protected, by the settings. */
    Protection protection() {
      try {
        return StoreSettings.load(ConfigFactory.load()).protection();
      } catch (IllegalArgumentException | ConfigException e) {
        throw new UsageException(String.valueOf(e.getMessage()));
      }
    }

    /** How this store's journal is protected, by the settings. */
    Protection journalProtection() {
      try {
        return SegmentJournalSettings.of(ConfigFactory.load()).protection();
      } catch (IllegalArgumentException | ConfigException e) {
        throw new UsageException(String.valueOf(e.getMessage()));
      }
    }

    /** An operand that is a snapshot's number. */
    OptionalLong number(int operand) {
      if (options.operands().size() <= operand) {
        return OptionalLong.empty();
      }
      String text = options.operands().get(operand);
      try {
        return OptionalLong.of(Long.parseLong(text));
      } catch (NumberFormatException e) {
        throw new UsageException("expected a snapshot's number, found '" + text + "'");
      }
    }

    /** An operand that must be there. */
    String required(int operand, String what) {
      if (options.operands().size() <= operand) {
        throw new UsageException(what + " is required");
      }
      return options.operands().get(operand);
    }
  }

  @Override
  public final String name() {
    return "snapshot " + word;
  }

  @Override
  public final String summary() {
    return summary;
  }

  final Call parse(List<String> args, Terminal terminal, Set<String> flags, int maxOperands) {
    Set<String> all = new HashSet<>(flags);
    all.add("--debug");
    Options options = Options.parse(name(), args, Set.of("--data", "--store"), all, maxOperands);
    Path folder =
        options
            .text("--data")
            .map(Path::of)
            .orElseThrow(
                () ->
                    new UsageException(
                        "--data DIR is required (see: ./scriptorium " + name() + " --help)"));
    QuietLogging.start(options.flag("--debug"));
    return new Call(folder, options.text("--store").orElse("main"), options, terminal);
  }

  @Override
  public final int run(List<String> args, Terminal terminal) throws Exception {
    try {
      return execute(args, terminal);
    } catch (SnapshotRefusal
        | CorruptSnapshotException
        | UnsupportedSnapshotException
        | SnapshotKeyException
        | CorruptSnapshotFileException
        | UnsupportedSnapshotFileException
        | DamagedJournalException
        | JournalKeyException e) {
      terminal.err().println("scriptorium: " + FailureText.of(e));
      return ExitCode.FAILED;
    } catch (IOException | UnusableFolderException | SnapshotFileWriteException e) {
      throw new EnvironmentException(FailureText.of(e), e);
    }
  }

  /** Does it. */
  abstract int execute(List<String> args, Terminal terminal) throws Exception;
}
