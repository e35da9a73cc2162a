package scriptorium.actors;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.LongAdder;

/**
 * A mutation all of whose steps are drawn beforehand, so that it does the same however often it
 * runs: statements whose failure is caught, savepoints of its own, and sometimes an exception at
 * its end.
 *
 * @param failed counts the statements that failed
 */
record PlannedMutation(List<Step> steps, boolean throwsAtItsEnd, LongAdder failed)
    implements Mutation<Integer> {

  static final String PLANNED = "planned to fail";

  /**
   * A statement.
   *
   * @param savepoint set before it
   * @param undone rolled back to that savepoint after it
   */
  record Step(String sql, boolean savepoint, boolean undone) {}

  static PlannedMutation draw(Random random, RandomSchema schema, LongAdder failed) {
    List<Step> steps = new ArrayList<>();
    boolean savepoints = random.nextInt(6) == 0;
    for (int i = random.nextInt(4); i >= 0; i--) {
      steps.add(new Step(schema.statement(), savepoints, random.nextBoolean()));
    }
    return new PlannedMutation(steps, random.nextInt(10) == 0, failed);
  }

  @Override
  public Integer run(Connection connection) throws SQLException {
    int ran = 0;
    for (Step step : steps) {
      Savepoint savepoint = step.savepoint() ? connection.setSavepoint() : null;
      try (PreparedStatement statement = connection.prepareStatement(step.sql())) {
        statement.execute();
        ran++;
      } catch (SQLException e) {
        failed.increment();
      }
      if (savepoint != null && step.undone()) {
        connection.rollback(savepoint);
      }
    }
    if (throwsAtItsEnd) {
      throw new IllegalStateException(PLANNED);
    }
    return ran;
  }

  /** Whether the answer is the one that the plan asks for. */
  boolean isAnswered(WriteReply<Integer> reply) {
    return throwsAtItsEnd
        ? reply instanceof WriteReply.Refused<Integer> refused
            && refused.message().contains(PLANNED)
        : reply instanceof WriteReply.Committed<Integer>;
  }
}
