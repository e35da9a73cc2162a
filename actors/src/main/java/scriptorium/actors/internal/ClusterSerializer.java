package scriptorium.actors.internal;

import akka.actor.ExtendedActorSystem;
import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorRefResolver;
import akka.actor.typed.javadsl.Adapter;
import akka.serialization.SerializerWithStringManifest;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import scriptorium.actors.internal.ClusterMessage.Announced;
import scriptorium.actors.internal.ClusterMessage.RemoteReply;
import scriptorium.actors.internal.ClusterMessage.RemoteWrite;

/** Messages between the nodes of a store, by hand; the manifest carries the layout's version. */
public final class ClusterSerializer extends SerializerWithStringManifest {

  private static final int IDENTIFIER = 1_397_900_883;
  private static final String ANNOUNCED = "A1";
  private static final String WRITE = "W1";
  private static final String REPLY = "R1";

  private final ActorRefResolver refs;

  /** Called by Akka. */
  public ClusterSerializer(ExtendedActorSystem system) {
    this.refs = ActorRefResolver.get(Adapter.toTyped(system));
  }

  @Override
  public int identifier() {
    return IDENTIFIER;
  }

  @Override
  public String manifest(Object o) {
    if (o instanceof Announced) {
      return ANNOUNCED;
    }
    return o instanceof RemoteWrite ? WRITE : REPLY;
  }

  @Override
  public byte[] toBinary(Object o) {
    Output out = new Output(256, -1);
    if (o instanceof Announced announced) {
      out.writeLong(announced.epochNumber());
      out.writeString(announced.address());
      out.writeString(refs.toSerializationFormat(announced.node()));
    } else if (o instanceof RemoteWrite write) {
      toBinary(out, write);
    } else if (o instanceof RemoteReply reply) {
      out.writeLong(reply.call());
      writeBytes(out, reply.reply());
    } else {
      throw new IllegalArgumentException(
          "cannot be serialized here: class=" + o.getClass().getName());
    }
    return out.toBytes();
  }

  private void toBinary(Output out, RemoteWrite write) {
    out.writeLong(write.call());
    out.writeLong(write.txId().getMostSignificantBits());
    out.writeLong(write.txId().getLeastSignificantBits());
    out.writeString(write.label());
    out.writeString(write.typeId());
    writeBytes(out, write.mutation());
    out.writeLong(write.queueTimeout().map(Duration::toNanos).orElse(0L));
    out.writeLong(write.runTimeout().map(Duration::toNanos).orElse(0L));
    out.writeString(refs.toSerializationFormat(write.replyTo()));
  }

  @Override
  public Object fromBinary(byte[] bytes, String manifest) {
    Input in = new Input(bytes);
    return switch (manifest) {
      case ANNOUNCED -> new Announced(in.readLong(), in.readString(), readRef(in));
      case WRITE ->
          new RemoteWrite(
              in.readLong(),
              new UUID(in.readLong(), in.readLong()),
              in.readString(),
              in.readString(),
              readBytes(in),
              readDuration(in),
              readDuration(in),
              readRef(in));
      case REPLY -> new RemoteReply(in.readLong(), readBytes(in));
      default ->
          throw new IllegalArgumentException(
              "message of an unknown kind: manifest=" + manifest + "; from a newer program?");
    };
  }

  private ActorRef<ClusterMessage> readRef(Input in) {
    return refs.resolveActorRef(in.readString());
  }

  private static Optional<Duration> readDuration(Input in) {
    long nanos = in.readLong();
    return nanos == 0 ? Optional.empty() : Optional.of(Duration.ofNanos(nanos));
  }

  private static void writeBytes(Output out, byte[] bytes) {
    out.writeVarInt(bytes.length, true);
    out.writeBytes(bytes);
  }

  private static byte[] readBytes(Input in) {
    return in.readBytes(in.readVarInt(true));
  }
}
