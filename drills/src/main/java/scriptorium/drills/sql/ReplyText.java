package scriptorium.drills.sql;

import static scriptorium.drills.print.HumanUnits.bytes;
import static scriptorium.drills.print.HumanUnits.count;
import static scriptorium.drills.print.HumanUnits.duration;
import static scriptorium.drills.sql.StatementFailedException.because;
import static scriptorium.drills.sql.StatementFailedException.storeGone;

import scriptorium.actors.MigrationReply;
import scriptorium.actors.ReadReply;
import scriptorium.actors.StorePhase;
import scriptorium.actors.WriteReply;

/** What the store answered instead of doing it, in words. */
final class ReplyText {

  private ReplyText() {}

  static StatementFailedException failure(WriteReply<?> reply) {
    if (reply instanceof WriteReply.Refused<?> refused) {
      if (refused.sqlState().equals(WriteReply.Refused.DISK_FULL)) {
        return storeGone(refused.message() + "; nothing was changed");
      }
      return refused(refused.sqlState(), refused.message());
    }
    if (reply instanceof WriteReply.Full<?> full) {
      return because(
          "the store is full: databaseBytes="
              + full.databaseBytes()
              + " ("
              + bytes(full.databaseBytes())
              + ") limitBytes="
              + full.limitBytes()
              + " ("
              + bytes(full.limitBytes())
              + "); nothing was changed; delete rows, or raise"
              + " scriptorium.store.max-database-bytes");
    }
    if (reply instanceof WriteReply.TooLarge<?> large) {
      return because(
          "one statement changes too much: bytes="
              + large.bytes()
              + " limitBytes="
              + large.limitBytes()
              + "; nothing was changed; split it, or raise scriptorium.store.write.max-change-set-bytes");
    }
    if (reply instanceof WriteReply.Cancelled<?> cancelled) {
      return because(
          "stopped after "
              + duration(cancelled.ran())
              + ", the limit is "
              + duration(cancelled.limit())
              + "; nothing was changed; --timeout SECONDS gives more");
    }
    if (reply instanceof WriteReply.Unknown<?> unknown) {
      return storeGone(
          "outcome unknown, it may or may not be journaled: txId="
              + unknown.txId()
              + " reason="
              + unknown.reason()
              + "; open the store again and look");
    }
    if (reply instanceof WriteReply.NotReady<?> notReady) {
      return notReady(notReady.phase(), notReady.detail());
    }
    // Busy, Expired, TooOld and NotTheWriter come from other writers, which this process has not.
    return because("not done: " + reply);
  }

  static StatementFailedException failure(ReadReply<?> reply) {
    if (reply instanceof ReadReply.Refused<?> refused) {
      return refused(refused.sqlState(), refused.message());
    }
    if (reply instanceof ReadReply.TimedOut<?> timedOut) {
      return because(
          "stopped after " + duration(timedOut.limit()) + "; --timeout SECONDS gives more");
    }
    if (reply instanceof ReadReply.TooBusy<?> busy) {
      return because(
          "no permit to read within "
              + duration(busy.waited())
              + ", "
              + count(busy.running(), "read")
              + " running");
    }
    if (reply instanceof ReadReply.NotReady<?> notReady) {
      return notReady(notReady.phase(), notReady.detail());
    }
    return because("not done: " + reply);
  }

  static StatementFailedException failure(MigrationReply reply) {
    if (reply instanceof MigrationReply.Refused refused) {
      StatementFailedException failure = refused(refused.sqlState(), refused.message());
      int below = Math.max(refused.line() - 1, failure.linesBelow());
      return StatementFailedException.inLine(below, String.valueOf(failure.getMessage()));
    }
    if (reply instanceof MigrationReply.NotReady notReady) {
      return notReady(notReady.phase(), notReady.detail());
    }
    if (reply instanceof MigrationReply.Unknown unknown) {
      return storeGone(
          "outcome unknown, the schema change may or may not be journaled: reason="
              + unknown.reason()
              + "; open the store again and look");
    }
    return because("not done: " + reply);
  }

  private static StatementFailedException refused(String sqlState, String message) {
    return StatementFailedException.inLine(
        SqlText.linesBelow(message), SqlText.message(message) + " [" + sqlState + "]");
  }

  private static StatementFailedException notReady(StorePhase phase, String detail) {
    return storeGone("the store does not serve: phase=" + phase + " reason=" + detail);
  }
}
