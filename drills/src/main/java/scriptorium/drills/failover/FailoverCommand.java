package scriptorium.drills.failover;

import java.security.SecureRandom;
import java.util.List;
import scriptorium.drills.command.Command;
import scriptorium.drills.command.Terminal;
import scriptorium.drills.journal.DrillJournal;

/** The command {@code drill failover}. */
public final class FailoverCommand implements Command {

  private static final int MAX_FRESH_SEED = 1_000_000_000;

  @Override
  public String name() {
    return "drill failover";
  }

  @Override
  public String summary() {
    return "kills the writer of a real cluster and proves that nothing is lost";
  }

  @Override
  public String help() {
    return FailoverSettings.HELP;
  }

  @Override
  public int run(List<String> args, Terminal terminal) throws Exception {
    long freshSeed = new SecureRandom().nextInt(MAX_FRESH_SEED);
    FailoverSettings settings = FailoverSettings.parse(name(), args, freshSeed);
    try (DrillFolder folder = DrillFolder.prepare(settings);
        DrillJournal journal = DrillJournal.open(settings.options(), schema(settings))) {
      return new FailoverDrill(settings, folder, journal, terminal).run();
    }
  }

  /** A name that no other drill has. */
  private static String schema(FailoverSettings settings) {
    return "drill_" + Long.toUnsignedString(settings.seed()) + "_" + ProcessHandle.current().pid();
  }
}
