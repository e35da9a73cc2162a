package scriptorium.actors;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import scriptorium.actors.SchemaFiles.SchemaFile;
import scriptorium.database.script.SqlStatements;
import scriptorium.database.script.UnterminatedSqlException;

/** Makes schema scripts of files: judges names and contents, joins each script with its down. */
final class ScriptAssembly {

  private static final Pattern NAME =
      Pattern.compile("(?:(?<kind>[VU])(?<version>\\d+)|R)__(?<title>.+)\\.sql");
  private static final String NAMES =
      "V<number>__<title>.sql, U<number>__<title>.sql or R__<title>.sql, the number whole and"
          + " without dots";
  private static final int DIGITS = 10;
  private static final char BYTE_ORDER_MARK = '\uFEFF';

  private final Map<Integer, Text> numbered = new TreeMap<>();
  private final Map<Integer, Text> down = new TreeMap<>();
  private final Map<String, Text> repeatable = new TreeMap<>();

  /** A file's text. */
  private record Text(String name, String source, String sql) {}

  void add(SchemaFile file) {
    Matcher name = NAME.matcher(file.name());
    if (!name.matches()) {
      throw new BadSchemaScriptException(
          "schema script with a wrong name: file=" + file.source() + " expected=" + NAMES);
    }
    Text text = new Text(file.name(), file.source(), sql(file));
    String kind = name.group("kind");
    if (kind == null) {
      put(repeatable, file.name(), text, "repeatable script " + file.name());
    } else {
      int version = version(file, name.group("version"));
      put(kind.equals("V") ? numbered : down, version, text, "version " + kind + version);
    }
  }

  private static <K> void put(Map<K, Text> texts, K key, Text text, String what) {
    Text before = texts.putIfAbsent(key, text);
    if (before != null) {
      throw new BadSchemaScriptException(
          "schema script is there twice: "
              + what
              + " first="
              + before.source()
              + " second="
              + text.source()
              + "; give one of them another number or name");
    }
  }

  private static int version(SchemaFile file, String digits) {
    String significant = digits.replaceFirst("^0+(?=.)", "");
    long version = significant.length() > DIGITS ? Long.MAX_VALUE : Long.parseLong(significant);
    if (version < 1 || version > Integer.MAX_VALUE) {
      throw new BadSchemaScriptException(
          "schema script with a number out of range: file="
              + file.source()
              + " found="
              + digits
              + " expected=1.."
              + Integer.MAX_VALUE);
    }
    return (int) version;
  }

  private static String sql(SchemaFile file) {
    CharsetDecoder decoder =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    ByteBuffer bytes = ByteBuffer.wrap(file.bytes());
    String sql;
    try {
      sql = decoder.decode(bytes).toString();
    } catch (CharacterCodingException e) {
      throw new BadSchemaScriptException(
          "schema script is not UTF-8: file="
              + file.source()
              + " byte="
              + bytes.position()
              + "; save it as UTF-8",
          e);
    }
    if (!sql.isEmpty() && sql.charAt(0) == BYTE_ORDER_MARK) {
      throw new BadSchemaScriptException(
          "schema script begins with a byte order mark: file="
              + file.source()
              + "; save it as UTF-8 without one");
    }
    if (hasNoStatement(sql)) {
      throw new BadSchemaScriptException(
          "schema script without a statement: file="
              + file.source()
              + " bytes="
              + file.bytes().length
              + "; fill it, or leave it away");
    }
    return sql;
  }

  private static boolean hasNoStatement(String sql) {
    try {
      return SqlStatements.of(sql).isEmpty();
    } catch (UnterminatedSqlException e) {
      return false; // refused with its line when it is to run
    }
  }

  /** Numbered scripts first, rising, then repeatable ones by name. */
  List<SchemaScript> scripts() {
    List<SchemaScript> scripts = new ArrayList<>();
    down.forEach(this::requireNumbered);
    numbered.forEach(
        (version, text) -> {
          SchemaScript script = SchemaScript.numbered(version, text.name(), text.sql());
          Text undo = down.get(version);
          scripts.add(undo == null ? script : script.withDown(undo.name(), undo.sql()));
        });
    repeatable
        .values()
        .forEach(text -> scripts.add(SchemaScript.repeatable(text.name(), text.sql())));
    return scripts;
  }

  private void requireNumbered(int version, Text text) {
    if (!numbered.containsKey(version)) {
      throw new BadSchemaScriptException(
          "down script without its numbered script: file="
              + text.source()
              + "; put the V script beside it, or leave it away");
    }
  }
}
