package scriptorium.persistence.files;

/** An object in the form Akka's serialization gave it. */
final class SerializedObject {
  private final int serializerId;
  private final String manifest;
  private final byte[] bytes;

  SerializedObject(int serializerId, String manifest, byte[] bytes) {
    this.serializerId = serializerId;
    this.manifest = manifest;
    this.bytes = bytes;
  }

  int serializerId() {
    return serializerId;
  }

  String manifest() {
    return manifest;
  }

  /** Returns the bytes themselves, not a copy: chunks are large and nobody changes them. */
  byte[] bytes() {
    return bytes;
  }
}
