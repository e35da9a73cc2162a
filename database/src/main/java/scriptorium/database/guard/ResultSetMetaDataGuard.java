package scriptorium.database.guard;

import java.sql.ResultSetMetaData;
import java.sql.SQLException;

/** The guarded {@link ResultSetMetaData}; mappers ask it for each result. */
final class ResultSetMetaDataGuard extends Delegate<ResultSetMetaData>
    implements ResultSetMetaData {

  ResultSetMetaDataGuard(ResultSetMetaData raw, GuardedSession session) {
    super(raw, session);
  }

  @Override
  public String getCatalogName(int column) throws SQLException {
    return ask(columns -> columns.getCatalogName(column));
  }

  @Override
  public String getColumnClassName(int column) throws SQLException {
    return ask(columns -> columns.getColumnClassName(column));
  }

  @Override
  public int getColumnCount() throws SQLException {
    return askInt(columns -> columns.getColumnCount());
  }

  @Override
  public int getColumnDisplaySize(int column) throws SQLException {
    return askInt(columns -> columns.getColumnDisplaySize(column));
  }

  @Override
  public String getColumnLabel(int column) throws SQLException {
    return ask(columns -> columns.getColumnLabel(column));
  }

  @Override
  public String getColumnName(int column) throws SQLException {
    return ask(columns -> columns.getColumnName(column));
  }

  @Override
  public int getColumnType(int column) throws SQLException {
    return askInt(columns -> columns.getColumnType(column));
  }

  @Override
  public String getColumnTypeName(int column) throws SQLException {
    return ask(columns -> columns.getColumnTypeName(column));
  }

  @Override
  public int getPrecision(int column) throws SQLException {
    return askInt(columns -> columns.getPrecision(column));
  }

  @Override
  public int getScale(int column) throws SQLException {
    return askInt(columns -> columns.getScale(column));
  }

  @Override
  public String getSchemaName(int column) throws SQLException {
    return ask(columns -> columns.getSchemaName(column));
  }

  @Override
  public String getTableName(int column) throws SQLException {
    return ask(columns -> columns.getTableName(column));
  }

  @Override
  public boolean isAutoIncrement(int column) throws SQLException {
    return askBoolean(columns -> columns.isAutoIncrement(column));
  }

  @Override
  public boolean isCaseSensitive(int column) throws SQLException {
    return askBoolean(columns -> columns.isCaseSensitive(column));
  }

  @Override
  public boolean isCurrency(int column) throws SQLException {
    return askBoolean(columns -> columns.isCurrency(column));
  }

  @Override
  public boolean isDefinitelyWritable(int column) throws SQLException {
    return askBoolean(columns -> columns.isDefinitelyWritable(column));
  }

  @Override
  public int isNullable(int column) throws SQLException {
    return askInt(columns -> columns.isNullable(column));
  }

  @Override
  public boolean isReadOnly(int column) throws SQLException {
    return askBoolean(columns -> columns.isReadOnly(column));
  }

  @Override
  public boolean isSearchable(int column) throws SQLException {
    return askBoolean(columns -> columns.isSearchable(column));
  }

  @Override
  public boolean isSigned(int column) throws SQLException {
    return askBoolean(columns -> columns.isSigned(column));
  }

  @Override
  public boolean isWritable(int column) throws SQLException {
    return askBoolean(columns -> columns.isWritable(column));
  }
}
