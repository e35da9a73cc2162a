package scriptorium.drills.failover.workload;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import scriptorium.actors.TxId;
import scriptorium.drills.command.Command;
import scriptorium.drills.command.ExitCode;
import scriptorium.drills.command.Terminal;
import scriptorium.drills.failover.history.HistoryWriter;
import scriptorium.drills.failover.process.EventLine;
import scriptorium.drills.failover.process.ParentWatch;
import scriptorium.drills.failover.workload.DrillMutation.LoadAccounts;
import scriptorium.drills.failover.workload.DrillMutation.LoadItems;

/**
 * The client process of a drill: loads the rows, then runs all logical clients and readers until it
 * is told to stop. Tells {@code LOADED}, {@code PROGRESS} several times a second, and {@code DONE}.
 */
public final class ClientCommand implements Command {

  /** Its name among the commands. */
  public static final String NAME = "drill-client";

  private static final int ROWS_A_LOAD = 1000;
  private static final Duration LOAD_LIMIT = Duration.ofMinutes(2);
  private static final long PROGRESS_MILLIS = 100;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String summary() {
    return "the clients of a failover drill (started by it)";
  }

  @Override
  public String help() {
    return "Started by './scriptorium drill failover', not by hand.\n";
  }

  @Override
  public boolean hidden() {
    return true;
  }

  @Override
  public int run(List<String> args, Terminal terminal) throws Exception {
    ClientSettings settings = ClientSettings.parse(NAME, args);
    CountDownLatch stop = new CountDownLatch(1);
    ParentWatch.start(stop::countDown);
    try (HistoryWriter history = HistoryWriter.create(settings.history())) {
      ClientCounters counters = new ClientCounters();
      load(settings, history, counters, terminal);
      EventLine.print(terminal.out(), "LOADED", "rows", String.valueOf(settings.rows()));
      List<Thread> threads = start(settings, history, counters, stop, terminal);
      while (!stop.await(PROGRESS_MILLIS, TimeUnit.MILLISECONDS)) {
        progress("PROGRESS", counters, terminal);
      }
      for (Thread thread : threads) {
        thread.join();
      }
      progress("DONE", counters, terminal);
    }
    return ExitCode.OK;
  }

  private static void load(
      ClientSettings settings, HistoryWriter history, ClientCounters counters, Terminal terminal)
      throws IOException, InterruptedException {
    try (NodeConnection connection = new NodeConnection(settings.ports(), 0)) {
      int loaded = 0;
      while (loaded < settings.rows()) {
        UUID txId = TxId.next(Instant.now());
        DrillMutation mutation = loading(settings, loaded, txId);
        long deadline = EventLine.nowMicros() + LOAD_LIMIT.toMillis() * 1000;
        long before = counters.acknowledged.get();
        new WriteCall(history, counters, connection, 0, mutation).send(deadline);
        if (counters.acknowledged.get() == before) {
          throw new IOException("loading was not acknowledged: " + mutation.words());
        }
        loaded += count(mutation);
        EventLine.print(terminal.out(), "LOADING", "rows", String.valueOf(loaded));
      }
    }
  }

  private static DrillMutation loading(ClientSettings settings, int loaded, UUID txId) {
    int accounts = settings.accounts();
    if (loaded < accounts) {
      return new LoadAccounts(txId, loaded + 1L, Math.min(ROWS_A_LOAD, accounts - loaded));
    }
    int first = loaded - accounts + 1;
    return new LoadItems(
        txId, first, Math.min(ROWS_A_LOAD, settings.items() - first + 1), accounts);
  }

  private static int count(DrillMutation mutation) {
    return mutation instanceof LoadAccounts accounts
        ? accounts.count()
        : ((LoadItems) mutation).count();
  }

  private static List<Thread> start(
      ClientSettings settings,
      HistoryWriter history,
      ClientCounters counters,
      CountDownLatch stop,
      Terminal terminal) {
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < settings.clients(); i++) {
      threads.add(new Thread(new ClientLoop(settings, i, history, counters, stop), "client-" + i));
    }
    for (int i = 0; i < settings.readers(); i++) {
      threads.add(new Thread(new ReaderLoop(settings, i, history, counters, stop), "reader-" + i));
    }
    for (Thread thread : threads) {
      thread.setUncaughtExceptionHandler((t, e) -> fail(terminal, t, e));
      thread.start();
    }
    return threads;
  }

  /** A client thread that dies would make the drill weaker than it claims to be: all ends. */
  private static void fail(Terminal terminal, Thread thread, Throwable e) {
    e.printStackTrace(terminal.err());
    EventLine.print(terminal.out(), "FATAL", "detail", thread.getName() + " failed: " + e);
    Runtime.getRuntime().halt(ExitCode.FAILED);
  }

  private static void progress(String kind, ClientCounters counters, Terminal terminal) {
    EventLine.print(
        terminal.out(),
        kind,
        "acknowledged",
        counters.acknowledged.toString(),
        "refused",
        counters.refused.toString(),
        "unknown",
        counters.unknown.toString(),
        "retries",
        counters.retries.toString(),
        "reads",
        counters.reads.toString(),
        "lastAck",
        counters.lastAckMicros.toString());
  }
}
