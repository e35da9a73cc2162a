package scriptorium.actors;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;

/** A mutation that any node may send: adds a word, answers how many there are. */
record AddWord(String text) implements Mutation<Integer> {

  @Override
  public Integer run(Connection connection) throws SQLException {
    StoreFixture.update(connection, "insert into word(text) values(?)", text);
    return Integer.valueOf(StoreFixture.rows(connection, "select count(*) from word").get(0));
  }

  /** Its bytes are its text. */
  static final class Type implements MutationType<AddWord, Integer> {
    @Override
    public String id() {
      return "add-word";
    }

    @Override
    public Class<AddWord> mutationClass() {
      return AddWord.class;
    }

    @Override
    public byte[] encode(AddWord mutation) {
      return mutation.text().getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public AddWord decode(byte[] bytes) {
      return new AddWord(new String(bytes, StandardCharsets.UTF_8));
    }

    @Override
    public byte[] encodeValue(Integer value) {
      return value.toString().getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public Integer decodeValue(byte[] bytes) {
      return Integer.valueOf(new String(bytes, StandardCharsets.UTF_8));
    }
  }
}
