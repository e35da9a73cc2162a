package scriptorium.database.guard;

import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.net.URL;
import java.sql.Blob;
import java.sql.CallableStatement;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;

/**
 * The parameters of a guarded {@link CallableStatement}, given by name, and the ones it answers.
 */
abstract class CallParameters extends PreparedRuns<CallableStatement> implements CallableStatement {

  CallParameters(CallableStatement raw, GuardedSession session) throws SQLException {
    super(raw, session);
  }

  @Override
  public final void registerOutParameter(int index, int sqlType) throws SQLException {
    run(call -> call.registerOutParameter(index, sqlType));
  }

  @Override
  public final void registerOutParameter(int index, SQLType type) throws SQLException {
    run(call -> call.registerOutParameter(index, type));
  }

  @Override
  public final void registerOutParameter(int index, int sqlType, String typeName)
      throws SQLException {
    run(call -> call.registerOutParameter(index, sqlType, typeName));
  }

  @Override
  public final void registerOutParameter(int index, int sqlType, int scale) throws SQLException {
    run(call -> call.registerOutParameter(index, sqlType, scale));
  }

  @Override
  public final void registerOutParameter(int index, SQLType type, String typeName)
      throws SQLException {
    run(call -> call.registerOutParameter(index, type, typeName));
  }

  @Override
  public final void registerOutParameter(int index, SQLType type, int scale) throws SQLException {
    run(call -> call.registerOutParameter(index, type, scale));
  }

  @Override
  public final boolean wasNull() throws SQLException {
    return askBoolean(call -> call.wasNull());
  }

  @Override
  public final void registerOutParameter(String name, int sqlType) throws SQLException {
    run(call -> call.registerOutParameter(name, sqlType));
  }

  @Override
  public final void registerOutParameter(String name, SQLType type) throws SQLException {
    run(call -> call.registerOutParameter(name, type));
  }

  @Override
  public final void registerOutParameter(String name, int sqlType, String typeName)
      throws SQLException {
    run(call -> call.registerOutParameter(name, sqlType, typeName));
  }

  @Override
  public final void registerOutParameter(String name, int sqlType, int scale) throws SQLException {
    run(call -> call.registerOutParameter(name, sqlType, scale));
  }

  @Override
  public final void registerOutParameter(String name, SQLType type, String typeName)
      throws SQLException {
    run(call -> call.registerOutParameter(name, type, typeName));
  }

  @Override
  public final void registerOutParameter(String name, SQLType type, int scale) throws SQLException {
    run(call -> call.registerOutParameter(name, type, scale));
  }

  @Override
  public final void setAsciiStream(String name, InputStream value) throws SQLException {
    run(call -> call.setAsciiStream(name, value));
  }

  @Override
  public final void setAsciiStream(String name, InputStream value, int length) throws SQLException {
    run(call -> call.setAsciiStream(name, value, length));
  }

  @Override
  public final void setAsciiStream(String name, InputStream value, long length)
      throws SQLException {
    run(call -> call.setAsciiStream(name, value, length));
  }

  @Override
  public final void setBigDecimal(String name, BigDecimal value) throws SQLException {
    run(call -> call.setBigDecimal(name, value));
  }

  @Override
  public final void setBinaryStream(String name, InputStream value) throws SQLException {
    run(call -> call.setBinaryStream(name, value));
  }

  @Override
  public final void setBinaryStream(String name, InputStream value, int length)
      throws SQLException {
    run(call -> call.setBinaryStream(name, value, length));
  }

  @Override
  public final void setBinaryStream(String name, InputStream value, long length)
      throws SQLException {
    run(call -> call.setBinaryStream(name, value, length));
  }

  @Override
  public final void setBlob(String name, InputStream value) throws SQLException {
    run(call -> call.setBlob(name, value));
  }

  @Override
  public final void setBlob(String name, Blob value) throws SQLException {
    run(call -> call.setBlob(name, given(value)));
  }

  @Override
  public final void setBlob(String name, InputStream value, long length) throws SQLException {
    run(call -> call.setBlob(name, value, length));
  }

  @Override
  public final void setBoolean(String name, boolean value) throws SQLException {
    run(call -> call.setBoolean(name, value));
  }

  @Override
  public final void setByte(String name, byte value) throws SQLException {
    run(call -> call.setByte(name, value));
  }

  @Override
  public final void setBytes(String name, byte[] value) throws SQLException {
    run(call -> call.setBytes(name, value));
  }

  @Override
  public final void setCharacterStream(String name, Reader value) throws SQLException {
    run(call -> call.setCharacterStream(name, value));
  }

  @Override
  public final void setCharacterStream(String name, Reader value, int length) throws SQLException {
    run(call -> call.setCharacterStream(name, value, length));
  }

  @Override
  public final void setCharacterStream(String name, Reader value, long length) throws SQLException {
    run(call -> call.setCharacterStream(name, value, length));
  }

  @Override
  public final void setClob(String name, Reader value) throws SQLException {
    run(call -> call.setClob(name, value));
  }

  @Override
  public final void setClob(String name, Clob value) throws SQLException {
    run(call -> call.setClob(name, given(value)));
  }

  @Override
  public final void setClob(String name, Reader value, long length) throws SQLException {
    run(call -> call.setClob(name, value, length));
  }

  @Override
  public final void setDate(String name, Date value) throws SQLException {
    run(call -> call.setDate(name, value));
  }

  @Override
  public final void setDate(String name, Date value, Calendar calendar) throws SQLException {
    run(call -> call.setDate(name, value, calendar));
  }

  @Override
  public final void setDouble(String name, double value) throws SQLException {
    run(call -> call.setDouble(name, value));
  }

  @Override
  public final void setFloat(String name, float value) throws SQLException {
    run(call -> call.setFloat(name, value));
  }

  @Override
  public final void setInt(String name, int value) throws SQLException {
    run(call -> call.setInt(name, value));
  }

  @Override
  public final void setLong(String name, long value) throws SQLException {
    run(call -> call.setLong(name, value));
  }

  @Override
  public final void setNCharacterStream(String name, Reader value) throws SQLException {
    run(call -> call.setNCharacterStream(name, value));
  }

  @Override
  public final void setNCharacterStream(String name, Reader value, long length)
      throws SQLException {
    run(call -> call.setNCharacterStream(name, value, length));
  }

  @Override
  public final void setNClob(String name, Reader value) throws SQLException {
    run(call -> call.setNClob(name, value));
  }

  @Override
  public final void setNClob(String name, NClob value) throws SQLException {
    run(call -> call.setNClob(name, given(value)));
  }

  @Override
  public final void setNClob(String name, Reader value, long length) throws SQLException {
    run(call -> call.setNClob(name, value, length));
  }

  @Override
  public final void setNString(String name, String value) throws SQLException {
    run(call -> call.setNString(name, value));
  }

  @Override
  public final void setNull(String name, int sqlType) throws SQLException {
    run(call -> call.setNull(name, sqlType));
  }

  @Override
  public final void setNull(String name, int sqlType, String typeName) throws SQLException {
    run(call -> call.setNull(name, sqlType, typeName));
  }

  @Override
  public final void setObject(String name, Object value) throws SQLException {
    run(call -> call.setObject(name, given(value)));
  }

  @Override
  public final void setObject(String name, Object value, int sqlType) throws SQLException {
    run(call -> call.setObject(name, given(value), sqlType));
  }

  @Override
  public final void setObject(String name, Object value, SQLType type) throws SQLException {
    run(call -> call.setObject(name, given(value), type));
  }

  @Override
  public final void setObject(String name, Object value, int sqlType, int scale)
      throws SQLException {
    run(call -> call.setObject(name, given(value), sqlType, scale));
  }

  @Override
  public final void setObject(String name, Object value, SQLType type, int scale)
      throws SQLException {
    run(call -> call.setObject(name, given(value), type, scale));
  }

  @Override
  public final void setRowId(String name, RowId value) throws SQLException {
    run(call -> call.setRowId(name, value));
  }

  @Override
  public final void setSQLXML(String name, SQLXML value) throws SQLException {
    run(call -> call.setSQLXML(name, given(value)));
  }

  @Override
  public final void setShort(String name, short value) throws SQLException {
    run(call -> call.setShort(name, value));
  }

  @Override
  public final void setString(String name, String value) throws SQLException {
    run(call -> call.setString(name, value));
  }

  @Override
  public final void setTime(String name, Time value) throws SQLException {
    run(call -> call.setTime(name, value));
  }

  @Override
  public final void setTime(String name, Time value, Calendar calendar) throws SQLException {
    run(call -> call.setTime(name, value, calendar));
  }

  @Override
  public final void setTimestamp(String name, Timestamp value) throws SQLException {
    run(call -> call.setTimestamp(name, value));
  }

  @Override
  public final void setTimestamp(String name, Timestamp value, Calendar calendar)
      throws SQLException {
    run(call -> call.setTimestamp(name, value, calendar));
  }

  @Override
  public final void setURL(String name, URL value) throws SQLException {
    run(call -> call.setURL(name, value));
  }
}
