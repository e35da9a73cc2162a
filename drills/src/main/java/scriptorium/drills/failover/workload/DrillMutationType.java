package scriptorium.drills.failover.workload;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.UUID;
import scriptorium.actors.MutationType;

/**
 * A kind of {@link DrillMutation} as bytes: version, txId, then its own fields.
 *
 * @param <M> the mutation
 */
final class DrillMutationType<M extends DrillMutation> implements MutationType<M, Long> {

  private static final byte VERSION = 1;

  /** Writes the fields behind the txId. */
  @FunctionalInterface
  interface FieldWriter<M> {
    void write(M mutation, DataOutputStream out) throws IOException;
  }

  /** Reads the fields behind the txId. */
  @FunctionalInterface
  interface FieldReader<M> {
    M read(UUID txId, DataInputStream in) throws IOException;
  }

  private final String id;
  private final Class<M> mutationClass;
  private final FieldWriter<M> writer;
  private final FieldReader<M> reader;

  DrillMutationType(
      String id, Class<M> mutationClass, FieldWriter<M> writer, FieldReader<M> reader) {
    this.id = id;
    this.mutationClass = mutationClass;
    this.writer = writer;
    this.reader = reader;
  }

  @Override
  public String id() {
    return id;
  }

  @Override
  public Class<M> mutationClass() {
    return mutationClass;
  }

  @Override
  public byte[] encode(M mutation) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeByte(VERSION);
      out.writeLong(mutation.txId().getMostSignificantBits());
      out.writeLong(mutation.txId().getLeastSignificantBits());
      writer.write(mutation, out);
    } catch (IOException e) {
      throw new UncheckedIOException("memory refused bytes", e);
    }
    return bytes.toByteArray();
  }

  @Override
  public M decode(byte[] bytes) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      byte version = in.readByte();
      if (version != VERSION) {
        throw new IllegalArgumentException(
            "mutation of an unknown version: type="
                + id
                + " expected="
                + VERSION
                + " found="
                + version);
      }
      M mutation = reader.read(new UUID(in.readLong(), in.readLong()), in);
      if (in.available() > 0) {
        throw new IllegalArgumentException("mutation longer than its fields: type=" + id);
      }
      return mutation;
    } catch (IOException e) {
      throw new IllegalArgumentException("mutation shorter than its fields: type=" + id, e);
    }
  }

  @Override
  public byte[] encodeValue(Long value) {
    return ByteBuffer.allocate(Long.BYTES).putLong(value).array();
  }

  @Override
  public Long decodeValue(byte[] bytes) {
    return ByteBuffer.wrap(bytes).getLong();
  }
}
