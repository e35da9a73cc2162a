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

/** The columns of a guarded {@link ResultSet}'s present row, by name. */
abstract class RowByName extends RowByNumber {

  RowByName(ResultSet raw, GuardedSession session) {
    super(raw, session);
  }

  @Override
  public final int findColumn(String label) throws SQLException {
    return askInt(rows -> rows.findColumn(label));
  }

  @Override
  public final Array getArray(String label) throws SQLException {
    return ask(rows -> guarded(rows.getArray(label), Array.class));
  }

  @Override
  public final InputStream getAsciiStream(String label) throws SQLException {
    return ask(rows -> rows.getAsciiStream(label));
  }

  @Override
  public final BigDecimal getBigDecimal(String label) throws SQLException {
    return ask(rows -> rows.getBigDecimal(label));
  }

  @Override
  @Deprecated
  public final BigDecimal getBigDecimal(String label, int scale) throws SQLException {
    return ask(rows -> rows.getBigDecimal(label, scale));
  }

  @Override
  public final InputStream getBinaryStream(String label) throws SQLException {
    return ask(rows -> rows.getBinaryStream(label));
  }

  @Override
  public final Blob getBlob(String label) throws SQLException {
    return ask(rows -> guarded(rows.getBlob(label), Blob.class));
  }

  @Override
  public final boolean getBoolean(String label) throws SQLException {
    return askBoolean(rows -> rows.getBoolean(label));
  }

  @Override
  public final byte getByte(String label) throws SQLException {
    return (byte) askInt(rows -> rows.getByte(label));
  }

  @Override
  public final byte[] getBytes(String label) throws SQLException {
    return ask(rows -> rows.getBytes(label));
  }

  @Override
  public final Reader getCharacterStream(String label) throws SQLException {
    return ask(rows -> rows.getCharacterStream(label));
  }

  @Override
  public final Clob getClob(String label) throws SQLException {
    return ask(rows -> guarded(rows.getClob(label), Clob.class));
  }

  @Override
  public final Date getDate(String label) throws SQLException {
    return ask(rows -> rows.getDate(label));
  }

  @Override
  public final Date getDate(String label, Calendar calendar) throws SQLException {
    return ask(rows -> rows.getDate(label, calendar));
  }

  @Override
  public final double getDouble(String label) throws SQLException {
    return askDouble(rows -> rows.getDouble(label));
  }

  @Override
  public final float getFloat(String label) throws SQLException {
    return (float) askDouble(rows -> rows.getFloat(label));
  }

  @Override
  public final int getInt(String label) throws SQLException {
    return askInt(rows -> rows.getInt(label));
  }

  @Override
  public final long getLong(String label) throws SQLException {
    return askLong(rows -> rows.getLong(label));
  }

  @Override
  public final Reader getNCharacterStream(String label) throws SQLException {
    return ask(rows -> rows.getNCharacterStream(label));
  }

  @Override
  public final NClob getNClob(String label) throws SQLException {
    return ask(rows -> guarded(rows.getNClob(label), NClob.class));
  }

  @Override
  public final String getNString(String label) throws SQLException {
    return ask(rows -> rows.getNString(label));
  }

  @Override
  public final Object getObject(String label) throws SQLException {
    return ask(rows -> guarded(rows.getObject(label)));
  }

  @Override
  public final <V> V getObject(String label, Class<V> type) throws SQLException {
    return ask(rows -> guarded(rows.getObject(label, type), type));
  }

  @Override
  public final Object getObject(String label, Map<String, Class<?>> types) throws SQLException {
    return ask(rows -> guarded(rows.getObject(label, types)));
  }

  @Override
  public final Ref getRef(String label) throws SQLException {
    return ask(rows -> guarded(rows.getRef(label), Ref.class));
  }

  @Override
  public final RowId getRowId(String label) throws SQLException {
    return ask(rows -> rows.getRowId(label));
  }

  @Override
  public final SQLXML getSQLXML(String label) throws SQLException {
    return ask(rows -> guarded(rows.getSQLXML(label), SQLXML.class));
  }

  @Override
  public final short getShort(String label) throws SQLException {
    return (short) askInt(rows -> rows.getShort(label));
  }

  @Override
  public final String getString(String label) throws SQLException {
    return ask(rows -> rows.getString(label));
  }

  @Override
  public final Time getTime(String label) throws SQLException {
    return ask(rows -> rows.getTime(label));
  }

  @Override
  public final Time getTime(String label, Calendar calendar) throws SQLException {
    return ask(rows -> rows.getTime(label, calendar));
  }

  @Override
  public final Timestamp getTimestamp(String label) throws SQLException {
    return ask(rows -> rows.getTimestamp(label));
  }

  @Override
  public final Timestamp getTimestamp(String label, Calendar calendar) throws SQLException {
    return ask(rows -> rows.getTimestamp(label, calendar));
  }

  @Override
  public final URL getURL(String label) throws SQLException {
    return ask(rows -> rows.getURL(label));
  }

  @Override
  @Deprecated
  public final InputStream getUnicodeStream(String label) throws SQLException {
    return ask(rows -> rows.getUnicodeStream(label));
  }
}
