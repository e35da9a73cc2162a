package scriptorium.actors.internal;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import scriptorium.actors.OpenView;
import scriptorium.actors.ReadLevel;
import scriptorium.actors.ReadReply;
import scriptorium.actors.ReadRequest;
import scriptorium.actors.SequenceNumber;
import scriptorium.actors.StorePhase;
import scriptorium.actors.StoreSettings;
import scriptorium.actors.StoreStatus;
import scriptorium.database.EmbeddedDatabase;
import scriptorium.database.guard.ReadConnection;
import scriptorium.database.guard.ReadConnections;
import scriptorium.database.guard.ReadLimits;
import scriptorium.persistence.segment.FencedWriterException;

/**
 * Runs queries on views of the database that serves, and says why where it cannot. Safe for use by
 * any thread.
 */
final class ReadViews {

  /** Each of a row of schema changes may retire the pool that was just looked up. */
  private static final int ATTEMPTS = 5;

  private final ReadLimits limits;
  private final Publication publication;
  private final Supplier<StoreStatus> status;

  ReadViews(StoreSettings.Read settings, Publication publication, Supplier<StoreStatus> status) {
    this.limits = new ReadLimits(settings.timeout(), settings.maxRows());
    this.publication = publication;
    this.status = status;
  }

  /**
   * Takes the newest view, runs the query on it, ends it.
   *
   * @param begun gets the run before it runs; false ends it at once
   */
  <T extends @Nullable Object> ReadReply<T> answer(
      ReadRequest<T> request, Predicate<ReadRun<T>> begun) {
    ReadLimits own = limitsOf(request);
    ReadConnection view;
    try {
      view = take(own);
    } catch (SQLException e) {
      return new ReadReply.Refused<>(Refusals.stateOf(e), String.valueOf(e.getMessage()));
    }
    if (view == null) {
      return notReady();
    }
    ReadRun<T> run = new ReadRun<>(request, own.time(), view);
    if (!begun.test(run)) {
      view.close();
      return notReady();
    }
    return run.run();
  }

  private ReadLimits limitsOf(ReadRequest<?> request) {
    Duration asked = request.timeout().orElse(limits.time());
    return asked.compareTo(limits.time()) < 0 ? new ReadLimits(asked, limits.rows()) : limits;
  }

  /** Null where no database serves. */
  private @Nullable ReadConnection take(ReadLimits own) throws SQLException {
    for (int attempt = 1; ; attempt++) {
      EmbeddedDatabase database = publication.database();
      if (database == null) {
        return null;
      }
      try {
        return database.readers().borrow(own);
      } catch (SQLException e) {
        if (attempt == ATTEMPTS || database == publication.database()) {
          throw e;
        }
      }
    }
  }

  /** Ends what is overdue in all databases, and lets go of what lies idle. */
  void look() {
    EmbeddedDatabase serving = publication.database();
    if (serving != null) {
      serving.readers().look();
    }
    publication.replaced().forEach(ReadConnections::look);
  }

  /** What is open now, in databases that were replaced too. */
  List<OpenView> open() {
    List<OpenView> open = new ArrayList<>();
    EmbeddedDatabase serving = publication.database();
    if (serving != null) {
      serving.openViews().forEach(view -> open.add(shown(view)));
    }
    for (ReadConnections old : publication.replaced()) {
      old.openViews().forEach(view -> open.add(shown(view)));
    }
    return open;
  }

  private static OpenView shown(scriptorium.database.guard.OpenView view) {
    return new OpenView(
        OpenView.Use.valueOf(view.use().name()),
        view.age(),
        new SequenceNumber(view.sequenceNumber()),
        view.heldBytes());
  }

  // ---- why a read is not run

  <T extends @Nullable Object> ReadReply<T> notReady() {
    StoreStatus now = status.get();
    return new ReadReply.NotReady<>(now.phase(), now.detail());
  }

  <T extends @Nullable Object> ReadReply<T> notReached(ReadLevel level, Duration waited) {
    return new ReadReply.NotReached<>(
        level, new SequenceNumber(publication.sequenceNumber()), waited);
  }

  <T extends @Nullable Object> ReadReply<T> levelFailed(Throwable failure) {
    Throwable cause =
        failure instanceof CompletionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    if (cause instanceof ReadLevels.NotOfferedException) {
      return new ReadReply.Refused<>("0A000", String.valueOf(cause.getMessage()));
    }
    if (!(cause instanceof FencedWriterException)) {
      return new ReadReply.Refused<>(
          Refusals.GENERAL, "the journal could not be asked: " + Refusals.describe(cause));
    }
    return status.get().phase() == StorePhase.READY
        ? new ReadReply.NotTheWriter<>(Optional.empty())
        : notReady();
  }
}
