package scriptorium.benchmarks.restart;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.ExecutionException;
import scriptorium.benchmarks.workload.BareH2;
import scriptorium.benchmarks.workload.SixTablesInserts;
import scriptorium.drills.embedded.LocalStore;

/** A way to come from a new Java process to a database with all rows. */
public enum ColdSide {
  /** Opens the store, which verifies its snapshot. */
  STORE("store") {
    @Override
    OpenedSide open(Task task) throws InterruptedException {
      LocalStore opened = FilledStore.open(task.folder(), task.name());
      return OpenedSide.of(opened, task.content());
    }
  },
  /** As a program does it that builds its tables from objects it has kept. */
  ROW_BY_ROW("row by row, parents looked up") {
    @Override
    OpenedSide open(Task task) throws SQLException {
      return rowByRow(task, true);
    }
  },
  /** The same where each row's parents are known by their ids. */
  ROW_BY_ROW_BY_ID("row by row, parents by id") {
    @Override
    OpenedSide open(Task task) throws SQLException {
      return rowByRow(task, false);
    }
  },
  /** H2's own way, from a file of H2's SCRIPT. */
  RUNSCRIPT("RUNSCRIPT") {
    @Override
    OpenedSide open(Task task) throws SQLException {
      Connection connection = BareH2.open();
      try (PreparedStatement run = connection.prepareStatement("RUNSCRIPT FROM ?")) {
        run.setString(1, task.folder().resolve(task.name()).toString());
        run.execute();
        return OpenedSide.of(connection, task.content());
      }
    }
  };

  private static final int ROWS_A_COMMIT = 1000;

  private final String title;

  ColdSide(String title) {
    this.title = title;
  }

  /** What the table calls it. */
  public String title() {
    return title;
  }

  /** Opens or fills; returns when every row can be read. */
  abstract OpenedSide open(Task task) throws SQLException, InterruptedException, ExecutionException;

  /**
   * What is to be there.
   *
   * @param folder where its files are
   * @param name of the store, or of the script's file
   */
  public record Task(Content content, int rows, Path folder, String name) {}

  private static OpenedSide rowByRow(Task task, boolean byLookUp) throws SQLException {
    Connection connection = BareH2.open();
    try (Statement statement = connection.createStatement();
        SixTablesInserts inserts = new SixTablesInserts(connection, task.rows(), byLookUp)) {
      statement.execute(task.content().schema());
      connection.setAutoCommit(false);
      for (int first = 0; first < task.rows(); first += ROWS_A_COMMIT) {
        inserts.insert(first, Math.min(task.rows(), first + ROWS_A_COMMIT));
        connection.commit();
      }
    }
    return OpenedSide.of(connection, task.content());
  }
}
