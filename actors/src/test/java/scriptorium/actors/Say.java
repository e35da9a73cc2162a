package scriptorium.actors;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A mutation that any node may send: adds a word, waits at its gate if there is one, answers with a
 * text of a length. Its gates are known in the whole JVM, as its nodes are.
 */
record Say(String text, int answerChars) implements Mutation<String> {

  /** A text that makes no bytes. */
  static final String UNSPEAKABLE = "unspeakable";

  /** The length of an answer that is not understood. */
  static final int UNHEARD = 13;

  private static final Map<String, Gate> GATES = new ConcurrentHashMap<>();

  /** Where the mutation with a text is held. */
  record Gate(AtomicInteger runs, CountDownLatch started, CountDownLatch until) {}

  static Gate gate(String text) {
    Gate gate = new Gate(new AtomicInteger(), new CountDownLatch(1), new CountDownLatch(1));
    GATES.put(text, gate);
    return gate;
  }

  @Override
  public String run(Connection connection) throws Exception {
    StoreFixture.update(connection, "insert into word(text) values(?)", text);
    Gate gate = GATES.get(text);
    if (gate != null) {
      gate.runs().incrementAndGet();
      gate.started().countDown();
      gate.until().await();
    }
    return "x".repeat(answerChars);
  }

  /** Its bytes are its texts. */
  static final class Type implements MutationType<Say, String> {
    @Override
    public String id() {
      return "say";
    }

    @Override
    public Class<Say> mutationClass() {
      return Say.class;
    }

    @Override
    public byte[] encode(Say mutation) {
      if (mutation.text().equals(UNSPEAKABLE)) {
        throw new IllegalArgumentException("no bytes for it");
      }
      return (mutation.answerChars() + ":" + mutation.text()).getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public Say decode(byte[] bytes) {
      String text = new String(bytes, StandardCharsets.UTF_8);
      int colon = text.indexOf(':');
      return new Say(text.substring(colon + 1), Integer.parseInt(text.substring(0, colon)));
    }

    @Override
    public byte[] encodeValue(String value) {
      return value.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public String decodeValue(byte[] bytes) {
      if (bytes.length == UNHEARD) {
        throw new IllegalArgumentException("not understood");
      }
      return new String(bytes, StandardCharsets.UTF_8);
    }
  }
}
