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
import java.sql.Ref;
import java.sql.ResultSet;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;
import java.util.Map;

/** The columns of a guarded {@link ResultSet}'s present row, by number. */
abstract class RowByNumber extends Delegate<ResultSet> implements ResultSet {

  RowByNumber(ResultSet raw, GuardedSession session) {
    super(raw, session);
  }

  @Override
  public final Array getArray(int column) throws SQLException {
    return ask(rows -> guarded(rows.getArray(column), Array.class));
  }

  @Override
  public final InputStream getAsciiStream(int column) throws SQLException {
    return ask(rows -> rows.getAsciiStream(column));
  }

  @Override
  public final BigDecimal getBigDecimal(int column) throws SQLException {
    return ask(rows -> rows.getBigDecimal(column));
  }

  @Override
  @Deprecated
  public final BigDecimal getBigDecimal(int column, int scale) throws SQLException {
    return ask(rows -> rows.getBigDecimal(column, scale));
  }

  @Override
  public final InputStream getBinaryStream(int column) throws SQLException {
    return ask(rows -> rows.getBinaryStream(column));
  }

  @Override
  public final Blob getBlob(int column) throws SQLException {
    return ask(rows -> guarded(rows.getBlob(column), Blob.class));
  }

  @Override
  public final boolean getBoolean(int column) throws SQLException {
    return askBoolean(rows -> rows.getBoolean(column));
  }

  @Override
  public final byte getByte(int column) throws SQLException {
    return (byte) askInt(rows -> rows.getByte(column));
  }

  @Override
  public final byte[] getBytes(int column) throws SQLException {
    return ask(rows -> rows.getBytes(column));
  }

  @Override
  public final Reader getCharacterStream(int column) throws SQLException {
    return ask(rows -> rows.getCharacterStream(column));
  }

  @Override
  public final Clob getClob(int column) throws SQLException {
    return ask(rows -> guarded(rows.getClob(column), Clob.class));
  }

  @Override
  public final Date getDate(int column) throws SQLException {
    return ask(rows -> rows.getDate(column));
  }

  @Override
  public final Date getDate(int column, Calendar calendar) throws SQLException {
    return ask(rows -> rows.getDate(column, calendar));
  }

  @Override
  public final double getDouble(int column) throws SQLException {
    return askDouble(rows -> rows.getDouble(column));
  }

  @Override
  public final float getFloat(int column) throws SQLException {
    return (float) askDouble(rows -> rows.getFloat(column));
  }

  @Override
  public final int getInt(int column) throws SQLException {
    return askInt(rows -> rows.getInt(column));
  }

  @Override
  public final long getLong(int column) throws SQLException {
    return askLong(rows -> rows.getLong(column));
  }

  @Override
  public final Reader getNCharacterStream(int column) throws SQLException {
    return ask(rows -> rows.getNCharacterStream(column));
  }

  @Override
  public final NClob getNClob(int column) throws SQLException {
    return ask(rows -> guarded(rows.getNClob(column), NClob.class));
  }

  @Override
  public final String getNString(int column) throws SQLException {
    return ask(rows -> rows.getNString(column));
  }

  @Override
  public final Object getObject(int column) throws SQLException {
    return ask(rows -> guarded(rows.getObject(column)));
  }

  @Override
  public final <V> V getObject(int column, Class<V> type) throws SQLException {
    return ask(rows -> guarded(rows.getObject(column, type), type));
  }

  @Override
  public final Object getObject(int column, Map<String, Class<?>> types) throws SQLException {
    return ask(rows -> guarded(rows.getObject(column, types)));
  }

  @Override
  public final Ref getRef(int column) throws SQLException {
    return ask(rows -> guarded(rows.getRef(column), Ref.class));
  }

  @Override
  public final RowId getRowId(int column) throws SQLException {
    return ask(rows -> rows.getRowId(column));
  }

  @Override
  public final SQLXML getSQLXML(int column) throws SQLException {
    return ask(rows -> guarded(rows.getSQLXML(column), SQLXML.class));
  }

  @Override
  public final short getShort(int column) throws SQLException {
    return (short) askInt(rows -> rows.getShort(column));
  }

  @Override
  public final String getString(int column) throws SQLException {
    return ask(rows -> rows.getString(column));
  }

  @Override
  public final Time getTime(int column) throws SQLException {
    return ask(rows -> rows.getTime(column));
  }

  @Override
  public final Time getTime(int column, Calendar calendar) throws SQLException {
    return ask(rows -> rows.getTime(column, calendar));
  }

  @Override
  public final Timestamp getTimestamp(int column) throws SQLException {
    return ask(rows -> rows.getTimestamp(column));
  }

  @Override
  public final Timestamp getTimestamp(int column, Calendar calendar) throws SQLException {
    return ask(rows -> rows.getTimestamp(column, calendar));
  }

  @Override
  public final URL getURL(int column) throws SQLException {
    return ask(rows -> rows.getURL(column));
  }

  @Override
  @Deprecated
  public final InputStream getUnicodeStream(int column) throws SQLException {
    return ask(rows -> rows.getUnicodeStream(column));
  }
}
