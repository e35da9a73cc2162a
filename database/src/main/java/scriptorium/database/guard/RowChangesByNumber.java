package scriptorium.database.guard;

import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.Ref;
import java.sql.ResultSet;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;

/** The changes of a guarded {@link ResultSet}'s present row, by the number of a column. */
abstract class RowChangesByNumber extends RowByName {

  RowChangesByNumber(ResultSet raw, GuardedSession session) {
    super(raw, session);
  }

  @Override
  public final void updateArray(int column, Array value) throws SQLException {
    run(rows -> rows.updateArray(column, given(value)));
  }

  @Override
  public final void updateAsciiStream(int column, InputStream value) throws SQLException {
    run(rows -> rows.updateAsciiStream(column, value));
  }

  @Override
  public final void updateAsciiStream(int column, InputStream value, int length)
      throws SQLException {
    run(rows -> rows.updateAsciiStream(column, value, length));
  }

  @Override
  public final void updateAsciiStream(int column, InputStream value, long length)
      throws SQLException {
    run(rows -> rows.updateAsciiStream(column, value, length));
  }

  @Override
  public final void updateBigDecimal(int column, BigDecimal value) throws SQLException {
    run(rows -> rows.updateBigDecimal(column, value));
  }

  @Override
  public final void updateBinaryStream(int column, InputStream value) throws SQLException {
    run(rows -> rows.updateBinaryStream(column, value));
  }

  @Override
  public final void updateBinaryStream(int column, InputStream value, int length)
      throws SQLException {
    run(rows -> rows.updateBinaryStream(column, value, length));
  }

  @Override
  public final void updateBinaryStream(int column, InputStream value, long length)
      throws SQLException {
    run(rows -> rows.updateBinaryStream(column, value, length));
  }

  @Override
  public final void updateBlob(int column, InputStream value) throws SQLException {
    run(rows -> rows.updateBlob(column, value));
  }

  @Override
  public final void updateBlob(int column, Blob value) throws SQLException {
    run(rows -> rows.updateBlob(column, given(value)));
  }

  @Override
  public final void updateBlob(int column, InputStream value, long length) throws SQLException {
    run(rows -> rows.updateBlob(column, value, length));
  }

  @Override
  public final void updateBoolean(int column, boolean value) throws SQLException {
    run(rows -> rows.updateBoolean(column, value));
  }

  @Override
  public final void updateByte(int column, byte value) throws SQLException {
    run(rows -> rows.updateByte(column, value));
  }

  @Override
  public final void updateBytes(int column, byte[] value) throws SQLException {
    run(rows -> rows.updateBytes(column, value));
  }

  @Override
  public final void updateCharacterStream(int column, Reader value) throws SQLException {
    run(rows -> rows.updateCharacterStream(column, value));
  }

  @Override
  public final void updateCharacterStream(int column, Reader value, int length)
      throws SQLException {
    run(rows -> rows.updateCharacterStream(column, value, length));
  }

  @Override
  public final void updateCharacterStream(int column, Reader value, long length)
      throws SQLException {
    run(rows -> rows.updateCharacterStream(column, value, length));
  }

  @Override
  public final void updateClob(int column, Reader value) throws SQLException {
    run(rows -> rows.updateClob(column, value));
  }

  @Override
  public final void updateClob(int column, Clob value) throws SQLException {
    run(rows -> rows.updateClob(column, given(value)));
  }

  @Override
  public final void updateClob(int column, Reader value, long length) throws SQLException {
    run(rows -> rows.updateClob(column, value, length));
  }

  @Override
  public final void updateDate(int column, Date value) throws SQLException {
    run(rows -> rows.updateDate(column, value));
  }

  @Override
  public final void updateDouble(int column, double value) throws SQLException {
    run(rows -> rows.updateDouble(column, value));
  }

  @Override
  public final void updateFloat(int column, float value) throws SQLException {
    run(rows -> rows.updateFloat(column, value));
  }

  @Override
  public final void updateInt(int column, int value) throws SQLException {
    run(rows -> rows.updateInt(column, value));
  }

  @Override
  public final void updateLong(int column, long value) throws SQLException {
    run(rows -> rows.updateLong(column, value));
  }

  @Override
  public final void updateNCharacterStream(int column, Reader value) throws SQLException {
    run(rows -> rows.updateNCharacterStream(column, value));
  }

  @Override
  public final void updateNCharacterStream(int column, Reader value, long length)
      throws SQLException {
    run(rows -> rows.updateNCharacterStream(column, value, length));
  }

  @Override
  public final void updateNClob(int column, Reader value) throws SQLException {
    run(rows -> rows.updateNClob(column, value));
  }

  @Override
  public final void updateNClob(int column, NClob value) throws SQLException {
    run(rows -> rows.updateNClob(column, given(value)));
  }

  @Override
  public final void updateNClob(int column, Reader value, long length) throws SQLException {
    run(rows -> rows.updateNClob(column, value, length));
  }

  @Override
  public final void updateNString(int column, String value) throws SQLException {
    run(rows -> rows.updateNString(column, value));
  }

  @Override
  public final void updateNull(int column) throws SQLException {
    run(rows -> rows.updateNull(column));
  }

  @Override
  public final void updateObject(int column, Object value) throws SQLException {
    run(rows -> rows.updateObject(column, given(value)));
  }

  @Override
  public final void updateObject(int column, Object value, int scale) throws SQLException {
    run(rows -> rows.updateObject(column, given(value), scale));
  }

  @Override
  public final void updateObject(int column, Object value, SQLType type) throws SQLException {
    run(rows -> rows.updateObject(column, given(value), type));
  }

  @Override
  public final void updateObject(int column, Object value, SQLType type, int scale)
      throws SQLException {
    run(rows -> rows.updateObject(column, given(value), type, scale));
  }

  @Override
  public final void updateRef(int column, Ref value) throws SQLException {
    run(rows -> rows.updateRef(column, value));
  }

  @Override
  public final void updateRowId(int column, RowId value) throws SQLException {
    run(rows -> rows.updateRowId(column, value));
  }

  @Override
  public final void updateSQLXML(int column, SQLXML value) throws SQLException {
    run(rows -> rows.updateSQLXML(column, given(value)));
  }

  @Override
  public final void updateShort(int column, short value) throws SQLException {
    run(rows -> rows.updateShort(column, value));
  }

  @Override
  public final void updateString(int column, String value) throws SQLException {
    run(rows -> rows.updateString(column, value));
  }

  @Override
  public final void updateTime(int column, Time value) throws SQLException {
    run(rows -> rows.updateTime(column, value));
  }

  @Override
  public final void updateTimestamp(int column, Timestamp value) throws SQLException {
    run(rows -> rows.updateTimestamp(column, value));
  }
}
