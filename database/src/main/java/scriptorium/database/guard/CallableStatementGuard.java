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

/** The guarded {@link CallableStatement}, with its answers by number. */
final class CallableStatementGuard extends CallAnswersByName {

  CallableStatementGuard(CallableStatement raw, GuardedSession session) throws SQLException {
    super(raw, session);
  }

  @Override
  public Array getArray(int index) throws SQLException {
    return ask(call -> guarded(call.getArray(index), Array.class));
  }

  @Override
  public BigDecimal getBigDecimal(int index) throws SQLException {
    return ask(call -> call.getBigDecimal(index));
  }

  @Override
  @Deprecated
  public BigDecimal getBigDecimal(int index, int scale) throws SQLException {
    return ask(call -> call.getBigDecimal(index, scale));
  }

  @Override
  public Blob getBlob(int index) throws SQLException {
    return ask(call -> guarded(call.getBlob(index), Blob.class));
  }

  @Override
  public boolean getBoolean(int index) throws SQLException {
    return askBoolean(call -> call.getBoolean(index));
  }

  @Override
  public byte getByte(int index) throws SQLException {
    return (byte) askInt(call -> call.getByte(index));
  }

  @Override
  public byte[] getBytes(int index) throws SQLException {
    return ask(call -> call.getBytes(index));
  }

  @Override
  public Reader getCharacterStream(int index) throws SQLException {
    return ask(call -> call.getCharacterStream(index));
  }

  @Override
  public Clob getClob(int index) throws SQLException {
    return ask(call -> guarded(call.getClob(index), Clob.class));
  }

  @Override
  public Date getDate(int index) throws SQLException {
    return ask(call -> call.getDate(index));
  }

  @Override
  public Date getDate(int index, Calendar calendar) throws SQLException {
    return ask(call -> call.getDate(index, calendar));
  }

  @Override
  public double getDouble(int index) throws SQLException {
    return askDouble(call -> call.getDouble(index));
  }

  @Override
  public float getFloat(int index) throws SQLException {
    return (float) askDouble(call -> call.getFloat(index));
  }

  @Override
  public int getInt(int index) throws SQLException {
    return askInt(call -> call.getInt(index));
  }

  @Override
  public long getLong(int index) throws SQLException {
    return askLong(call -> call.getLong(index));
  }

  @Override
  public Reader getNCharacterStream(int index) throws SQLException {
    return ask(call -> call.getNCharacterStream(index));
  }

  @Override
  public NClob getNClob(int index) throws SQLException {
    return ask(call -> guarded(call.getNClob(index), NClob.class));
  }

  @Override
  public String getNString(int index) throws SQLException {
    return ask(call -> call.getNString(index));
  }

  @Override
  public Object getObject(int index) throws SQLException {
    return ask(call -> guarded(call.getObject(index)));
  }

  @Override
  public <V> V getObject(int index, Class<V> type) throws SQLException {
    return ask(call -> guarded(call.getObject(index, type), type));
  }

  @Override
  public Object getObject(int index, Map<String, Class<?>> types) throws SQLException {
    return ask(call -> guarded(call.getObject(index, types)));
  }

  @Override
  public Ref getRef(int index) throws SQLException {
    return ask(call -> guarded(call.getRef(index), Ref.class));
  }

  @Override
  public RowId getRowId(int index) throws SQLException {
    return ask(call -> call.getRowId(index));
  }

  @Override
  public SQLXML getSQLXML(int index) throws SQLException {
    return ask(call -> guarded(call.getSQLXML(index), SQLXML.class));
  }

  @Override
  public short getShort(int index) throws SQLException {
    return (short) askInt(call -> call.getShort(index));
  }

  @Override
  public String getString(int index) throws SQLException {
    return ask(call -> call.getString(index));
  }

  @Override
  public Time getTime(int index) throws SQLException {
    return ask(call -> call.getTime(index));
  }

  @Override
  public Time getTime(int index, Calendar calendar) throws SQLException {
    return ask(call -> call.getTime(index, calendar));
  }

  @Override
  public Timestamp getTimestamp(int index) throws SQLException {
    return ask(call -> call.getTimestamp(index));
  }

  @Override
  public Timestamp getTimestamp(int index, Calendar calendar) throws SQLException {
    return ask(call -> call.getTimestamp(index, calendar));
  }

  @Override
  public URL getURL(int index) throws SQLException {
    return ask(call -> call.getURL(index));
  }
}
