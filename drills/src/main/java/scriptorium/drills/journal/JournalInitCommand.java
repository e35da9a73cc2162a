package scriptorium.drills.journal;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import scriptorium.drills.command.Command;
import scriptorium.drills.command.ExitCode;
import scriptorium.drills.command.Options;
import scriptorium.drills.command.Terminal;
import scriptorium.drills.command.UsageException;
import scriptorium.persistence.postgres.PostgresCheck;
import scriptorium.persistence.postgres.PostgresFault;
import scriptorium.persistence.postgres.PostgresSchema;

/** {@code ./scriptorium journal init}: the tables of stores on PostgreSQL. */
public final class JournalInitCommand implements Command {

  private static final String HELP =
      """
      Makes the tables that stores on PostgreSQL need, in the schema that comes first on the search
      path. Tables that are there are left as they are, and looked at; running it again changes
      nothing.

      Usage: ./scriptorium journal init --url URL [OPTION]...
             ./scriptorium journal init --print

      Options:
      """
          + PostgresAddress.HELP
          + """
        --print               print the statements and do nothing: for whoever makes tables by hand
        --help                this text

      Example: ./scriptorium journal init --url jdbc:postgresql://db.example.org/stores --user owner

      Exit codes: 0 the tables are there and right; 1 a table is there and not as it must be, or the
      statements failed; 2 wrong usage; 3 the database cannot be reached.
      """;

  @Override
  public String name() {
    return "journal init";
  }

  @Override
  public String summary() {
    return "make the tables of stores on PostgreSQL, or print the statements";
  }

  @Override
  public String help() {
    return HELP;
  }

  @Override
  public int run(List<String> args, Terminal terminal) {
    Set<String> valued = new HashSet<>(PostgresAddress.OPTIONS);
    Options options = Options.parse(name(), args, valued, Set.of("--print"), 0);
    if (options.flag("--print")) {
      terminal.out().print(PostgresSchema.sql());
      return ExitCode.OK;
    }
    Optional<PostgresAddress> address = PostgresAddress.of(options, System.getenv());
    return init(
        address.orElseThrow(
            () ->
                new UsageException(
                    "--url URL is required, or the variable "
                        + PostgresAddress.URL_VARIABLE
                        + " (see: ./scriptorium journal init --help)")),
        terminal);
  }

  private static int init(PostgresAddress address, Terminal terminal) {
    try (Connection connection = address.connect()) {
      boolean made = PostgresSchema.create(connection);
      List<PostgresFault> faults = PostgresCheck.tables(connection);
      for (PostgresFault fault : faults) {
        terminal.err().println("scriptorium: " + fault);
      }
      if (!faults.isEmpty()) {
        return ExitCode.FAILED;
      }
      terminal.out().println((made ? "tables made in " : "nothing to do in ") + address);
      return ExitCode.OK;
    } catch (SQLException e) {
      terminal.err().println("scriptorium: tables not made in " + address + ": " + e.getMessage());
      return ExitCode.FAILED;
    }
  }
}
