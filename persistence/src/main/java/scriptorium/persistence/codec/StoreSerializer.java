package scriptorium.persistence.codec;

import akka.serialization.SerializerWithStringManifest;

/**
 * Akka's door to the codecs: events and snapshot parts. Its identifier is written into every
 * journal and snapshot entry and never changes.
 */
public final class StoreSerializer extends SerializerWithStringManifest {

  private static final int IDENTIFIER = 1_397_900_882;
  private static final String PART = "P"; // which is no event's manifest

  @Override
  public int identifier() {
    return IDENTIFIER;
  }

  @Override
  public String manifest(Object o) {
    return o instanceof EncodedEvent event ? event.manifest() : PART;
  }

  @Override
  public byte[] toBinary(Object o) {
    if (o instanceof EncodedEvent event) {
      return event.bytes();
    }
    if (o instanceof SnapshotPart part) {
      return part.bytes();
    }
    throw new IllegalArgumentException(
        "cannot be serialized here: class="
            + o.getClass().getName()
            + " expected=EncodedEvent or SnapshotPart");
  }

  @Override
  public Object fromBinary(byte[] bytes, String manifest) {
    return manifest.equals(PART) ? new SnapshotPart(bytes) : EventCodec.decode(manifest, bytes);
  }
}
