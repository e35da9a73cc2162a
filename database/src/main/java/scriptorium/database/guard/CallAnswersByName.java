package scriptorium.database.guard;

import java.io.Reader;
import java.math.BigDecimal;
import java.net.URL;
import java.sql.Array;
import java.sql.Blob;
import java.sql.CallableStatement;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.Ref;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;
import java.util.Map;

/** The answers of a guarded {@link CallableStatement}, by name. */
abstract class CallAnswersByName extends CallParameters {

  CallAnswersByName(CallableStatement raw, GuardedSession session) throws SQLException {
    super(raw, session);
  }

  @Override
  public final Array getArray(String name) throws SQLException {
    return ask(call -> guarded(call.getArray(name), Array.class));
  }

  @Override
  public final BigDecimal getBigDecimal(String name) throws SQLException {
    return ask(call -> call.getBigDecimal(name));
  }

  @Override
  public final Blob getBlob(String name) throws SQLException {
    return ask(call -> guarded(call.getBlob(name), Blob.class));
  }

  @Override
  public final boolean getBoolean(String name) throws SQLException {
    return askBoolean(call -> call.getBoolean(name));
  }

  @Override
  public final byte getByte(String name) throws SQLException {
    return (byte) askInt(call -> call.getByte(name));
  }

  @Override
  public final byte[] getBytes(String name) throws SQLException {
    return ask(call -> call.getBytes(name));
  }

  @Override
  public final Reader getCharacterStream(String name) throws SQLException {
    return ask(call -> call.getCharacterStream(name));
  }

  @Override
  public final Clob getClob(String name) throws SQLException {
    return ask(call -> guarded(call.getClob(name), Clob.class));
  }

  @Override
  public final Date getDate(String name) throws SQLException {
    return ask(call -> call.getDate(name));
  }

  @Override
  public final Date getDate(String name, Calendar calendar) throws SQLException {
    return ask(call -> call.getDate(name, calendar));
  }

  @Override
  public final double getDouble(String name) throws SQLException {
    return askDouble(call -> call.getDouble(name));
  }

  @Override
  public final float getFloat(String name) throws SQLException {
    return (float) askDouble(call -> call.getFloat(name));
  }

  @Override
  public final int getInt(String name) throws SQLException {
    return askInt(call -> call.getInt(name));
  }

  @Override
  public final long getLong(String name) throws SQLException {
    return askLong(call -> call.getLong(name));
  }

  @Override
  public final Reader getNCharacterStream(String name) throws SQLException {
    return ask(call -> call.getNCharacterStream(name));
  }

  @Override
  public final NClob getNClob(String name) throws SQLException {
    return ask(call -> guarded(call.getNClob(name), NClob.class));
  }

  @Override
  public final String getNString(String name) throws SQLException {
    return ask(call -> call.getNString(name));
  }

  @Override
  public final Object getObject(String name) throws SQLException {
    return ask(call -> guarded(call.getObject(name)));
  }

  @Override
  public final <V> V getObject(String name, Class<V> type) throws SQLException {
    return ask(call -> guarded(call.getObject(name, type), type));
  }

  @Override
  public final Object getObject(String name, Map<String, Class<?>> types) throws SQLException {
    return ask(call -> guarded(call.getObject(name, types)));
  }

  @Override
  public final Ref getRef(String name) throws SQLException {
    return ask(call -> guarded(call.getRef(name), Ref.class));
  }

  @Override
  public final RowId getRowId(String name) throws SQLException {
    return ask(call -> call.getRowId(name));
  }

  @Override
  public final SQLXML getSQLXML(String name) throws SQLException {
    return ask(call -> guarded(call.getSQLXML(name), SQLXML.class));
  }

  @Override
  public final short getShort(String name) throws SQLException {
    return (short) askInt(call -> call.getShort(name));
  }

  @Override
  public final String getString(String name) throws SQLException {
    return ask(call -> call.getString(name));
  }

  @Override
  public final Time getTime(String name) throws SQLException {
    return ask(call -> call.getTime(name));
  }

  @Override
  public final Time getTime(String name, Calendar calendar) throws SQLException {
    return ask(call -> call.getTime(name, calendar));
  }

  @Override
  public final Timestamp getTimestamp(String name) throws SQLException {
    return ask(call -> call.getTimestamp(name));
  }

  @Override
  public final Timestamp getTimestamp(String name, Calendar calendar) throws SQLException {
    return ask(call -> call.getTimestamp(name, calendar));
  }

  @Override
  public final URL getURL(String name) throws SQLException {
    return ask(call -> call.getURL(name));
  }
}
