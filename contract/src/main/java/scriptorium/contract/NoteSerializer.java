package scriptorium.contract;

import static java.nio.charset.StandardCharsets.UTF_8;

import akka.serialization.Serialization;
import akka.serialization.SerializerWithStringManifest;

/** Serializes a {@link Note}; refuses to without the information by which Akka writes addresses. */
final class NoteSerializer extends SerializerWithStringManifest {

  NoteSerializer() {}

  @Override
  public int identifier() {
    return 762_154_109;
  }

  @Override
  public String manifest(Object object) {
    return ((Note) object).manifest();
  }

  @Override
  public byte[] toBinary(Object object) {
    if (Serialization.getCurrentTransportInformation() == null) {
      throw new IllegalStateException("called without transport information");
    }
    return ((Note) object).text().getBytes(UTF_8);
  }

  @Override
  public Object fromBinary(byte[] bytes, String manifest) {
    return new Note(new String(bytes, UTF_8), manifest);
  }
}
