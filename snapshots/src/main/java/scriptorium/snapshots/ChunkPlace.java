package scriptorium.snapshots;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * Where a sealed chunk belongs. The seal covers it: a chunk does not open in another snapshot,
 * section or place, and a section that was cut short does not end with a last chunk.
 *
 * @param index of the chunk in the snapshot, through all sections
 * @param last whether it ends its section
 */
record ChunkPlace(
    String storeId, long epoch, long sequenceNumber, String section, int index, boolean last) {

  /** The associated data of a chunk's seal. */
  byte[] toBytes() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeBytes("SCRPCHNK");
      putText(out, storeId);
      out.writeLong(epoch);
      out.writeLong(sequenceNumber);
      putText(out, section);
      out.writeInt(index);
      out.writeBoolean(last);
    } catch (IOException e) {
      throw new UncheckedIOException("memory does not fail", e);
    }
    return bytes.toByteArray();
  }

  private static void putText(DataOutputStream out, String text) throws IOException {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(utf8.length);
    out.write(utf8);
  }
}
