package scriptorium.database.guard;

import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.h2.command.Command;
import org.h2.command.CommandContainer;
import org.h2.engine.SessionLocal;
import org.h2.message.DbException;

/**
 * Decides, before it runs, whether a text of SQL may run in a mutation or a read.
 *
 * <p>H2's own parser does the reading: an own scanner would differ from it some day, in comments,
 * quotes or escapes. The session's cache of parsed statements hands the same parse to the statement
 * that then runs, so asking costs a look-up.
 *
 * <p>Only permissions are remembered, never refusals, and none outlives a change of the schema: a
 * view may be redefined.
 *
 * <p>Confined, like its session, to one thread at a time.
 */
final class StatementPolicy {

  /** Permissions remembered a session: with the limit on their length at most 16 MiB. */
  private static final int REMEMBERED_TEXTS = 1_024;

  private static final int REMEMBERED_CHARS = 8_192;

  /**
   * H2 evaluates {@code {1: expression}} while it parses, so a sequence would move and a delta
   * table would write before anybody could refuse. Counted repetitions, {@code {2}} or {@code
   * {2,3}}, are patterns of REGEXP and stay.
   */
  private static final Pattern VALUES_IN_TEXT = Pattern.compile("\\{\\s*+[0-9]++(?!\\s*+[},])");

  private final Access access;
  private final SessionLocal session;
  private final Map<String, Boolean> permitted = new Remembered();
  private final QueryEffects effects;
  private long schemaVersion;

  StatementPolicy(Access access, SessionLocal session) {
    this.access = access;
    this.session = session;
    this.effects = new QueryEffects(session);
  }

  /** The session whose statements it judges. */
  SessionLocal session() {
    return session;
  }

  /**
   * Returns if the text may run, having run nothing.
   *
   * @param sql as H2 will get it, with JDBC escapes already translated
   * @throws SQLException refused, with the reason; or H2's own error when it cannot be parsed
   */
  void check(String sql) throws SQLException {
    long version = session.getDatabase().getModificationMetaId();
    if (version != schemaVersion) {
      permitted.clear();
      effects.forgetSchema();
      schemaVersion = version;
    }
    if (permitted.get(sql) != null) { // not containsKey, which would not count as a use
      return;
    }
    if (VALUES_IN_TEXT.matcher(sql).find()) {
      throw access.refusedStatement(
          sql, "values of parameters inside the text are not supported; set them by JDBC");
    }
    examine(sql);
    if (sql.length() <= REMEMBERED_CHARS) {
      permitted.put(sql, Boolean.TRUE);
    }
  }

  private void examine(String sql) throws SQLException {
    try (Command command = session.prepareLocal(sql)) {
      // A list of statements shows only its first one and is a class of its own.
      if (!(command instanceof CommandContainer)) {
        throw access.refusedStatement(
            sql, "it holds several statements; run each one by itself, or add them to a batch");
      }
      String reason = refusal(sql, command);
      if (!reason.isEmpty()) {
        throw access.refusedStatement(sql, reason);
      }
    } catch (DbException e) {
      throw DbException.toSQLException(e);
    }
  }

  private String refusal(String sql, Command command) {
    StatementClass found =
        StatementClass.of(command.getCommandType(), session.getMode().replaceInto);
    if (!found.refusal().isEmpty()) {
      return found.refusal();
    }
    if (!command.isTransactional()) {
      return "it would commit the transaction";
    }
    if (access == Access.READ && found == StatementClass.CHANGE) {
      return "a read changes nothing; write through Store.write";
    }
    if (access == Access.READ && found == StatementClass.CALL) {
      return "H2 does not tell what a CALL changes; use SELECT, or call it in Store.write";
    }
    if (access == Access.READ && effects.any(sql, command)) {
      return "it locks rows, moves a sequence or has another effect, and a read has none;"
          + " do it in Store.write";
    }
    return "";
  }

  /** Forgets the text that has not been asked for longest. */
  private static final class Remembered extends LinkedHashMap<String, Boolean> {

    Remembered() {
      super(64, 0.75f, true);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
      return size() > REMEMBERED_TEXTS;
    }
  }
}
