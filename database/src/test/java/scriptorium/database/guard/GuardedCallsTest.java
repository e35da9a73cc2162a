package scriptorium.database.guard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InputStream;
import java.io.Reader;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.sql.Array;
import java.sql.Blob;
import java.sql.CallableStatement;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.NClob;
import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLXML;
import java.sql.Statement;
import java.sql.Wrapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every method of every JDBC interface, found by reflection: none is forgotten, none leaks. */
class GuardedCallsTest {

  /** Harmless at any time, from any thread, as JDBC wants it. */
  private static final Set<String> ALWAYS_ANSWERED =
      Set.of(
          "isClosed",
          "isValid",
          "isWrapperFor",
          "unwrap",
          "getDriverMajorVersion",
          "getDriverMinorVersion");

  /** Harmless after the end. */
  private static final Set<String> ENDS = Set.of("close", "free");

  private static final String ROW =
      "SELECT 1 AS A, CAST(X'01' AS BLOB) AS B, CAST('c' AS CLOB) AS C, ARRAY[1, 2] AS D,"
          + " ROW (1, 2) AS E, 'text' AS F, INTERVAL '1' DAY AS G, CURRENT_TIMESTAMP AS H";
  private static final int COLUMNS = 8;

  private GuardedDatabase database;
  private MutationConnection mutation;
  private Connection connection;

  @BeforeEach
  void openMutation() throws SQLException {
    database = new GuardedDatabase();
    mutation = database.mutation();
    connection = mutation.connection();
  }

  @AfterEach
  void closeDatabase() throws SQLException {
    database.close();
  }

  /** The kinds of guarded object. */
  enum Kind {
    CONNECTION(Connection.class),
    STATEMENT(Statement.class),
    PREPARED(PreparedStatement.class),
    CALLABLE(CallableStatement.class),
    ROWS(ResultSet.class),
    COLUMNS_OF_ROWS(ResultSetMetaData.class),
    PARAMETERS(ParameterMetaData.class),
    META_DATA(DatabaseMetaData.class),
    BLOB(Blob.class),
    CLOB(Clob.class),
    NCLOB(NClob.class),
    XML(SQLXML.class),
    ARRAY(Array.class);

    final Class<?> type;

    Kind(Class<?> type) {
      this.type = type;
    }

    List<Method> methods() {
      return Stream.of(type.getMethods())
          .filter(m -> !Modifier.isStatic(m.getModifiers()))
          .toList();
    }
  }

  private Object open(Kind kind) throws SQLException {
    return switch (kind) {
      case CONNECTION -> connection;
      case STATEMENT -> connection.createStatement();
      case PREPARED -> connection.prepareStatement("SELECT ? AS A");
      case CALLABLE -> connection.prepareCall("{? = call ABS(?)}");
      case ROWS -> row();
      case COLUMNS_OF_ROWS -> row().getMetaData();
      case PARAMETERS -> connection.prepareStatement("SELECT ?").getParameterMetaData();
      case META_DATA -> connection.getMetaData();
      case BLOB -> row().getBlob("B");
      case CLOB -> row().getClob("C");
      case NCLOB -> row().getNClob("C");
      case XML -> row().getSQLXML("F");
      case ARRAY -> row().getArray("D");
    };
  }

  private ResultSet row() throws SQLException {
    ResultSet rows =
        connection
            .createStatement(ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_UPDATABLE)
            .executeQuery(ROW);
    assertTrue(rows.next());
    return rows;
  }

  @ParameterizedTest
  @EnumSource
  void refusesEveryMethodAfterTheEnd(Kind kind) throws Exception {
    Object guarded = open(kind);

    mutation.close();

    for (Method method : kind.methods()) {
      if (ALWAYS_ANSWERED.contains(method.getName()) || ENDS.contains(method.getName())) {
        assertNotNull(method);
      } else {
        expectRefused(method, call(guarded, method, 1), "08003", "0A000", "08003");
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void refusesEveryMethodFromAnotherThread(Kind kind) throws Exception {
    Object guarded = open(kind);
    List<Method> methods = new ArrayList<>(kind.methods());
    methods.removeIf(method -> ALWAYS_ANSWERED.contains(method.getName()));
    methods.removeIf(method -> kind == Kind.CONNECTION && method.getName().equals("close"));

    List<Object> answers =
        CompletableFuture.supplyAsync(
                () -> methods.stream().map(method -> call(guarded, method, 1)).toList())
            .get();

    for (int i = 0; i < methods.size(); i++) {
      expectRefused(methods.get(i), answers.get(i), "08003", "0A000", "belongs to the thread");
    }
  }

  private static void expectRefused(
      Method method, @Nullable Object answer, String ended, String never, String part) {
    SQLException refusal = (SQLException) answer;
    assertNotNull(refusal, method.toString());
    String state = refusal.getSQLState();
    assertTrue(ended.equals(state) || never.equals(state), method + ": " + refusal);
    if (ended.equals(state)) {
      assertTrue((refusal + " " + state).contains(part), method + ": " + refusal);
    }
  }

  @ParameterizedTest
  @EnumSource
  void handsOutNothingOfH2s(Kind kind) throws Exception {
    for (Method method : kind.methods()) {
      for (int column = 1; column <= (kind == Kind.ROWS ? COLUMNS : 1); column++) {
        expectPlain(method, call(open(kind), method, column));
      }
      mutation.close();
      mutation = database.mutation();
      connection = mutation.connection();
    }
  }

  private static void expectPlain(Method method, @Nullable Object answer) {
    if (answer instanceof Object[] elements) {
      Stream.of(elements).forEach(element -> expectPlain(method, element));
    } else if (answer != null && !(answer instanceof Exception || isStream(answer))) {
      String type = answer.getClass().getName();
      assertFalse(
          type.startsWith("org.h2") && !type.startsWith("org.h2.api"), method + ": " + type);
    }
  }

  /** It leads to the bytes or characters of one value, and to nothing else. */
  private static boolean isStream(Object answer) {
    return answer instanceof InputStream || answer instanceof Reader;
  }

  @ParameterizedTest
  @EnumSource
  void leavesNoMethodToADefault(Kind kind) throws Exception {
    Object guarded = open(kind);

    for (Method method : kind.methods()) {
      Method found = guarded.getClass().getMethod(method.getName(), method.getParameterTypes());
      assertFalse(found.isDefault(), method.toString());
      assertFalse(found.getDeclaringClass().isInterface(), method.toString());
    }
  }

  /** What it answers, or the exception it throws. */
  private static @Nullable Object call(Object guarded, Method method, int number) {
    try {
      @Nullable Object[] args = new Object[method.getParameterCount()];
      for (int i = 0; i < args.length; i++) {
        args[i] = argument(method.getParameterTypes()[i], number);
      }
      return method.invoke(guarded, args);
    } catch (InvocationTargetException e) {
      return e.getCause();
    } catch (IllegalAccessException e) {
      throw new AssertionError(e);
    }
  }

  private static @Nullable Object argument(Class<?> type, int number) {
    if (type == int.class) {
      return number;
    } else if (type == long.class) {
      return (long) number;
    } else if (type == boolean.class) {
      return false;
    } else if (type == String.class) {
      return String.valueOf((char) ('A' + number - 1));
    } else if (type == Class.class) {
      return Object.class;
    } else if (type == short.class) {
      return (short) number;
    } else if (type == byte.class) {
      return (byte) number;
    } else if (type == double.class) {
      return 1.0;
    } else if (type == float.class) {
      return 1.0f;
    }
    return null;
  }

  @Test
  void takesItsOwnValuesBack() throws SQLException {
    Blob blob = row().getBlob("B");
    Clob clob = row().getClob("C");
    Array array = row().getArray("D");
    Clob made = connection.createClob();
    assertEquals(4, made.setString(1, "made"));

    try (PreparedStatement query =
        connection.prepareStatement(
            "SELECT OCTET_LENGTH(?), ? || ?, CARDINALITY(CAST(? AS INT ARRAY)),"
                + " CARDINALITY(CAST(? AS CLOB ARRAY))")) {
      query.setBlob(1, blob);
      query.setObject(2, clob);
      query.setClob(3, made);
      query.setArray(4, array);
      query.setArray(5, connection.createArrayOf("CLOB", new Object[] {clob, made}));
      try (ResultSet rows = query.executeQuery()) {
        assertTrue(rows.next());
        assertEquals(1, rows.getInt(1));
        assertEquals("cmade", rows.getString(2));
        assertEquals(2, rows.getInt(3));
        assertEquals(2, rows.getInt(4));
      }
    }
  }

  @Test
  void refusesTheValueOfAnotherMutation() throws SQLException {
    Clob old = row().getClob("C");
    mutation.close();
    Connection next = database.mutation().connection();

    try (PreparedStatement query = next.prepareStatement("SELECT ?")) {
      GuardedDatabase.expectRefused("0A000", () -> query.setClob(1, old), "another mutation");
      GuardedDatabase.expectRefused("0A000", () -> query.setObject(1, old), "another mutation");
    }
  }

  @Test
  void unwrapsNothingToH2() throws SQLException {
    for (Kind kind : Kind.values()) {
      if (open(kind) instanceof Wrapper guarded) {
        assertFalse(guarded.isWrapperFor(org.h2.jdbc.JdbcConnection.class));
        GuardedDatabase.expectRefused(
            "0A000", () -> guarded.unwrap(org.h2.jdbc.JdbcConnection.class), "unwrap");
        GuardedDatabase.expectRefused("HY009", () -> guarded.unwrap(null), "argument 1 is null");
        assertEquals(guarded, guarded.unwrap(Wrapper.class));
      }
    }
  }
}
