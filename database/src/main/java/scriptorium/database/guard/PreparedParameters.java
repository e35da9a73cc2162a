package scriptorium.database.guard;

import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.net.URL;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.PreparedStatement;
import java.sql.Ref;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;

/** The parameters of a guarded {@link PreparedStatement}. */
abstract class PreparedParameters<S extends PreparedStatement> extends StatementRuns<S>
    implements PreparedStatement {

  PreparedParameters(S raw, GuardedSession session) throws SQLException {
    super(raw, session);
  }

  @Override
  public final void clearParameters() throws SQLException {
    run(statement -> statement.clearParameters());
  }

  @Override
  public final void setArray(int index, Array value) throws SQLException {
    run(statement -> statement.setArray(index, given(value)));
  }

  @Override
  public final void setAsciiStream(int index, InputStream value) throws SQLException {
    run(statement -> statement.setAsciiStream(index, value));
  }

  @Override
  public final void setAsciiStream(int index, InputStream value, int length) throws SQLException {
    run(statement -> statement.setAsciiStream(index, value, length));
  }

  @Override
  public final void setAsciiStream(int index, InputStream value, long length) throws SQLException {
    run(statement -> statement.setAsciiStream(index, value, length));
  }

  @Override
  public final void setBigDecimal(int index, BigDecimal value) throws SQLException {
    run(statement -> statement.setBigDecimal(index, value));
  }

  @Override
  public final void setBinaryStream(int index, InputStream value) throws SQLException {
    run(statement -> statement.setBinaryStream(index, value));
  }

  @Override
  public final void setBinaryStream(int index, InputStream value, int length) throws SQLException {
    run(statement -> statement.setBinaryStream(index, value, length));
  }

  @Override
  public final void setBinaryStream(int index, InputStream value, long length) throws SQLException {
    run(statement -> statement.setBinaryStream(index, value, length));
  }

  @Override
  public final void setBlob(int index, InputStream value) throws SQLException {
    run(statement -> statement.setBlob(index, value));
  }

  @Override
  public final void setBlob(int index, Blob value) throws SQLException {
    run(statement -> statement.setBlob(index, given(value)));
  }

  @Override
  public final void setBlob(int index, InputStream value, long length) throws SQLException {
    run(statement -> statement.setBlob(index, value, length));
  }

  @Override
  public final void setBoolean(int index, boolean value) throws SQLException {
    run(statement -> statement.setBoolean(index, value));
  }

  @Override
  public final void setByte(int index, byte value) throws SQLException {
    run(statement -> statement.setByte(index, value));
  }

  @Override
  public final void setBytes(int index, byte[] value) throws SQLException {
    run(statement -> statement.setBytes(index, value));
  }

  @Override
  public final void setCharacterStream(int index, Reader value) throws SQLException {
    run(statement -> statement.setCharacterStream(index, value));
  }

  @Override
  public final void setCharacterStream(int index, Reader value, int length) throws SQLException {
    run(statement -> statement.setCharacterStream(index, value, length));
  }

  @Override
  public final void setCharacterStream(int index, Reader value, long length) throws SQLException {
    run(statement -> statement.setCharacterStream(index, value, length));
  }

  @Override
  public final void setClob(int index, Reader value) throws SQLException {
    run(statement -> statement.setClob(index, value));
  }

  @Override
  public final void setClob(int index, Clob value) throws SQLException {
    run(statement -> statement.setClob(index, given(value)));
  }

  @Override
  public final void setClob(int index, Reader value, long length) throws SQLException {
    run(statement -> statement.setClob(index, value, length));
  }

  @Override
  public final void setDate(int index, Date value) throws SQLException {
    run(statement -> statement.setDate(index, value));
  }

  @Override
  public final void setDate(int index, Date value, Calendar calendar) throws SQLException {
    run(statement -> statement.setDate(index, value, calendar));
  }

  @Override
  public final void setDouble(int index, double value) throws SQLException {
    run(statement -> statement.setDouble(index, value));
  }

  @Override
  public final void setFloat(int index, float value) throws SQLException {
    run(statement -> statement.setFloat(index, value));
  }

  @Override
  public final void setInt(int index, int value) throws SQLException {
    run(statement -> statement.setInt(index, value));
  }

  @Override
  public final void setLong(int index, long value) throws SQLException {
    run(statement -> statement.setLong(index, value));
  }

  @Override
  public final void setNCharacterStream(int index, Reader value) throws SQLException {
    run(statement -> statement.setNCharacterStream(index, value));
  }

  @Override
  public final void setNCharacterStream(int index, Reader value, long length) throws SQLException {
    run(statement -> statement.setNCharacterStream(index, value, length));
  }

  @Override
  public final void setNClob(int index, Reader value) throws SQLException {
    run(statement -> statement.setNClob(index, value));
  }

  @Override
  public final void setNClob(int index, NClob value) throws SQLException {
    run(statement -> statement.setNClob(index, given(value)));
  }

  @Override
  public final void setNClob(int index, Reader value, long length) throws SQLException {
    run(statement -> statement.setNClob(index, value, length));
  }

  @Override
  public final void setNString(int index, String value) throws SQLException {
    run(statement -> statement.setNString(index, value));
  }

  @Override
  public final void setNull(int index, int sqlType) throws SQLException {
    run(statement -> statement.setNull(index, sqlType));
  }

  @Override
  public final void setNull(int index, int sqlType, String typeName) throws SQLException {
    run(statement -> statement.setNull(index, sqlType, typeName));
  }

  @Override
  public final void setObject(int index, Object value) throws SQLException {
    run(statement -> statement.setObject(index, given(value)));
  }

  @Override
  public final void setObject(int index, Object value, int sqlType) throws SQLException {
    run(statement -> statement.setObject(index, given(value), sqlType));
  }

  @Override
  public final void setObject(int index, Object value, SQLType type) throws SQLException {
    run(statement -> statement.setObject(index, given(value), type));
  }

  @Override
  public final void setObject(int index, Object value, int sqlType, int scale) throws SQLException {
    run(statement -> statement.setObject(index, given(value), sqlType, scale));
  }

  @Override
  public final void setObject(int index, Object value, SQLType type, int scale)
      throws SQLException {
    run(statement -> statement.setObject(index, given(value), type, scale));
  }

  @Override
  public final void setRef(int index, Ref value) throws SQLException {
    run(statement -> statement.setRef(index, value));
  }

  @Override
  public final void setRowId(int index, RowId value) throws SQLException {
    run(statement -> statement.setRowId(index, value));
  }

  @Override
  public final void setSQLXML(int index, SQLXML value) throws SQLException {
    run(statement -> statement.setSQLXML(index, given(value)));
  }

  @Override
  public final void setShort(int index, short value) throws SQLException {
    run(statement -> statement.setShort(index, value));
  }

  @Override
  public final void setString(int index, String value) throws SQLException {
    run(statement -> statement.setString(index, value));
  }

  @Override
  public final void setTime(int index, Time value) throws SQLException {
    run(statement -> statement.setTime(index, value));
  }

  @Override
  public final void setTime(int index, Time value, Calendar calendar) throws SQLException {
    run(statement -> statement.setTime(index, value, calendar));
  }

  @Override
  public final void setTimestamp(int index, Timestamp value) throws SQLException {
    run(statement -> statement.setTimestamp(index, value));
  }

  @Override
  public final void setTimestamp(int index, Timestamp value, Calendar calendar)
      throws SQLException {
    run(statement -> statement.setTimestamp(index, value, calendar));
  }

  @Override
  public final void setURL(int index, URL value) throws SQLException {
    run(statement -> statement.setURL(index, value));
  }

  @Override
  @Deprecated
  public final void setUnicodeStream(int index, InputStream value, int length) throws SQLException {
    run(statement -> statement.setUnicodeStream(index, value, length));
  }
}
