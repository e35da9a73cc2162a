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

/** The changes of a guarded {@link ResultSet}'s present row, by the name of a column. */
abstract class RowChangesByName extends RowChangesByNumber {

  RowChangesByName(ResultSet raw, GuardedSession session) {
    super(raw, session);
  }

  @Override
  public final void updateArray(String label, Array value) throws SQLException {
    run(rows -> rows.updateArray(label, given(value)));
  }

  @Override
  public final void updateAsciiStream(String label, InputStream value) throws SQLException {
    run(rows -> rows.updateAsciiStream(label, value));
  }

  @Override
  public final void updateAsciiStream(String label, InputStream value, int length)
      throws SQLException {
    run(rows -> rows.updateAsciiStream(label, value, length));
  }

  @Override
  public final void updateAsciiStream(String label, InputStream value, long length)
      throws SQLException {
    run(rows -> rows.updateAsciiStream(label, value, length));
  }

  @Override
  public final void updateBigDecimal(String label, BigDecimal value) throws SQLException {
    run(rows -> rows.updateBigDecimal(label, value));
  }

  @Override
  public final void updateBinaryStream(String label, InputStream value) throws SQLException {
    run(rows -> rows.updateBinaryStream(label, value));
  }

  @Override
  public final void updateBinaryStream(String label, InputStream value, int length)
      throws SQLException {
    run(rows -> rows.updateBinaryStream(label, value, length));
  }

  @Override
  public final void updateBinaryStream(String label, InputStream value, long length)
      throws SQLException {
    run(rows -> rows.updateBinaryStream(label, value, length));
  }

  @Override
  public final void updateBlob(String label, InputStream value) throws SQLException {
    run(rows -> rows.updateBlob(label, value));
  }

  @Override
  public final void updateBlob(String label, Blob value) throws SQLException {
    run(rows -> rows.updateBlob(label, given(value)));
  }

  @Override
  public final void updateBlob(String label, InputStream value, long length) throws SQLException {
    run(rows -> rows.updateBlob(label, value, length));
  }

  @Override
  public final void updateBoolean(String label, boolean value) throws SQLException {
    run(rows -> rows.updateBoolean(label, value));
  }

  @Override
  public final void updateByte(String label, byte value) throws SQLException {
    run(rows -> rows.updateByte(label, value));
  }

  @Override
  public final void updateBytes(String label, byte[] value) throws SQLException {
    run(rows -> rows.updateBytes(label, value));
  }

  @Override
  public final void updateCharacterStream(String label, Reader value) throws SQLException {
    run(rows -> rows.updateCharacterStream(label, value));
  }

  @Override
  public final void updateCharacterStream(String label, Reader value, int length)
      throws SQLException {
    run(rows -> rows.updateCharacterStream(label, value, length));
  }

  @Override
  public final void updateCharacterStream(String label, Reader value, long length)
      throws SQLException {
    run(rows -> rows.updateCharacterStream(label, value, length));
  }

  @Override
  public final void updateClob(String label, Reader value) throws SQLException {
    run(rows -> rows.updateClob(label, value));
  }

  @Override
  public final void updateClob(String label, Clob value) throws SQLException {
    run(rows -> rows.updateClob(label, given(value)));
  }

  @Override
  public final void updateClob(String label, Reader value, long length) throws SQLException {
    run(rows -> rows.updateClob(label, value, length));
  }

  @Override
  public final void updateDate(String label, Date value) throws SQLException {
    run(rows -> rows.updateDate(label, value));
  }

  @Override
  public final void updateDouble(String label, double value) throws SQLException {
    run(rows -> rows.updateDouble(label, value));
  }

  @Override
  public final void updateFloat(String label, float value) throws SQLException {
    run(rows -> rows.updateFloat(label, value));
  }

  @Override
  public final void updateInt(String label, int value) throws SQLException {
    run(rows -> rows.updateInt(label, value));
  }

  @Override
  public final void updateLong(String label, long value) throws SQLException {
    run(rows -> rows.updateLong(label, value));
  }

  @Override
  public final void updateNCharacterStream(String label, Reader value) throws SQLException {
    run(rows -> rows.updateNCharacterStream(label, value));
  }

  @Override
  public final void updateNCharacterStream(String label, Reader value, long length)
      throws SQLException {
    run(rows -> rows.updateNCharacterStream(label, value, length));
  }

  @Override
  public final void updateNClob(String label, Reader value) throws SQLException {
    run(rows -> rows.updateNClob(label, value));
  }

  @Override
  public final void updateNClob(String label, NClob value) throws SQLException {
    run(rows -> rows.updateNClob(label, given(value)));
  }

  @Override
  public final void updateNClob(String label, Reader value, long length) throws SQLException {
    run(rows -> rows.updateNClob(label, value, length));
  }

  @Override
  public final void updateNString(String label, String value) throws SQLException {
    run(rows -> rows.updateNString(label, value));
  }

  @Override
  public final void updateNull(String label) throws SQLException {
    run(rows -> rows.updateNull(label));
  }

  @Override
  public final void updateObject(String label, Object value) throws SQLException {
    run(rows -> rows.updateObject(label, given(value)));
  }

  @Override
  public final void updateObject(String label, Object value, int scale) throws SQLException {
    run(rows -> rows.updateObject(label, given(value), scale));
  }

  @Override
  public final void updateObject(String label, Object value, SQLType type) throws SQLException {
    run(rows -> rows.updateObject(label, given(value), type));
  }

  @Override
  public final void updateObject(String label, Object value, SQLType type, int scale)
      throws SQLException {
    run(rows -> rows.updateObject(label, given(value), type, scale));
  }

  @Override
  public final void updateRef(String label, Ref value) throws SQLException {
    run(rows -> rows.updateRef(label, value));
  }

  @Override
  public final void updateRowId(String label, RowId value) throws SQLException {
    run(rows -> rows.updateRowId(label, value));
  }

  @Override
  public final void updateSQLXML(String label, SQLXML value) throws SQLException {
    run(rows -> rows.updateSQLXML(label, given(value)));
  }

  @Override
  public final void updateShort(String label, short value) throws SQLException {
    run(rows -> rows.updateShort(label, value));
  }

  @Override
  public final void updateString(String label, String value) throws SQLException {
    run(rows -> rows.updateString(label, value));
  }

  @Override
  public final void updateTime(String label, Time value) throws SQLException {
    run(rows -> rows.updateTime(label, value));
  }

  @Override
  public final void updateTimestamp(String label, Timestamp value) throws SQLException {
    run(rows -> rows.updateTimestamp(label, value));
  }
}
