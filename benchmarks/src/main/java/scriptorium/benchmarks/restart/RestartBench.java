package scriptorium.benchmarks.restart;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import scriptorium.benchmarks.peers.PeerUnavailableException;
import scriptorium.benchmarks.peers.TarantoolRestart;
import scriptorium.benchmarks.restart.ColdSide.Task;
import scriptorium.drills.print.HumanUnits;

/**
 * Cold starts of all sides in turns. The files that they read were just written or read, so no side
 * waits for the disk. Used by one thread.
 */
public final class RestartBench {

  private static final String STORE = "six-tables";
  private static final String LARGE = "six-tables-large";
  private static final String NAMED = "one-table";
  private static final String SCRIPT = "script.sql";

  private final Path folder;
  private final Settings settings;
  private final Consumer<String> progress;
  private final ColdStart children;
  private Optional<TarantoolRestart> tarantool = Optional.empty();

  /**
   * What is measured.
   *
   * @param rows in the six tables
   * @param largeRows the store again, with so many; 0 for not at all
   * @param namedRows in the one table, beside Tarantool; 0 for not at all
   */
  public record Settings(int rounds, int rows, int largeRows, int namedRows) {}

  public RestartBench(Path folder, Settings settings, Consumer<String> progress)
      throws IOException {
    this.folder = folder;
    this.settings = settings;
    this.progress = progress;
    this.children = new ColdStart(folder);
  }

  /** The flags of every Java process that is measured. */
  public List<String> flags() {
    return children.flags();
  }

  /** Makes the files, then starts each case once a round. */
  public void run(Consumer<Map<RestartCase, Started>> rounds)
      throws IOException, SQLException, InterruptedException, ExecutionException, TimeoutException {
    fill();
    for (int i = 1; i <= settings.rounds(); i++) {
      Map<RestartCase, Started> round = round();
      rounds.accept(round);
      progress.accept("round " + i + "/" + settings.rounds() + ": " + text(round));
    }
  }

  private void fill()
      throws IOException, SQLException, InterruptedException, ExecutionException, TimeoutException {
    fill(STORE, Content.SIX_TABLES, settings.rows());
    progress.accept("writing H2's script of the same rows");
    ScriptFile.write(folder.resolve(SCRIPT), Content.SIX_TABLES, settings.rows());
    if (settings.largeRows() > 0) {
      fill(LARGE, Content.SIX_TABLES, settings.largeRows());
    }
    if (settings.namedRows() > 0) {
      fill(NAMED, Content.NAMED_ROWS, settings.namedRows());
      try {
        tarantool = Optional.of(TarantoolRestart.fill(folder, settings.namedRows()));
      } catch (PeerUnavailableException e) {
        progress.accept("not measured: Tarantool: " + e.getMessage());
      }
    }
  }

  private void fill(String name, Content content, int rows)
      throws InterruptedException, ExecutionException {
    progress.accept("filling a store with " + HumanUnits.count(rows, "row"));
    FilledStore.make(folder, name, content, rows);
  }

  private Map<RestartCase, Started> round()
      throws IOException, InterruptedException, ExecutionException, TimeoutException {
    Map<RestartCase, Started> round = new EnumMap<>(RestartCase.class);
    round.put(RestartCase.STORE, six(ColdSide.STORE, STORE));
    round.put(RestartCase.RUNSCRIPT, six(ColdSide.RUNSCRIPT, SCRIPT));
    round.put(RestartCase.ROW_BY_ROW, six(ColdSide.ROW_BY_ROW, SCRIPT));
    round.put(RestartCase.ROW_BY_ROW_BY_ID, six(ColdSide.ROW_BY_ROW_BY_ID, SCRIPT));
    if (settings.largeRows() > 0) {
      Task large = new Task(Content.SIX_TABLES, settings.largeRows(), folder, LARGE);
      round.put(RestartCase.LARGE_STORE, children.run(ColdSide.STORE, large));
    }
    if (settings.namedRows() > 0) {
      Task named = new Task(Content.NAMED_ROWS, settings.namedRows(), folder, NAMED);
      round.put(RestartCase.NAMED_STORE, children.run(ColdSide.STORE, named));
    }
    if (tarantool.isPresent()) {
      Duration ready = tarantool.get().restart();
      round.put(RestartCase.TARANTOOL, new Started(ready, Duration.ZERO, Map.of()));
    }
    return round;
  }

  private Started six(ColdSide side, String name) throws IOException, InterruptedException {
    return children.run(side, new Task(Content.SIX_TABLES, settings.rows(), folder, name));
  }

  private static String text(Map<RestartCase, Started> round) {
    List<String> told = new ArrayList<>();
    round.forEach(
        (restarted, started) ->
            told.add(restarted.title() + " " + HumanUnits.duration(started.toReady())));
    return String.join("; ", told);
  }
}
