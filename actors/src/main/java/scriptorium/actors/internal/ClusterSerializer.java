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
import scriptorium.actors.internal.ClusterMessage.OpenInstead;
import scriptorium.actors.internal.ClusterMessage.OpenedInstead;
import scriptorium.actors.internal.ClusterMessage.RemoteCancel;
import scriptorium.actors.internal.ClusterMessage.RemoteOutcome;
import scriptorium.actors.internal.ClusterMessage.RemoteQuestion;
import scriptorium.actors.internal.ClusterMessage.RemoteReply;
import scriptorium.actors.internal.ClusterMessage.RemoteWrite;

/** Messages between the nodes of a store, by hand; the manifest carries the layout's version. */
public final class ClusterSerializer extends SerializerWithStringManifest {

  private static final int IDENTIFIER = 1_397_900_883;
  private static final String ANNOUNCED = "A1";
  private static final String WRITE = "W1";
  private static final String REPLY = "R1";
  private static final String CANCEL = "C1";
  private static final String QUESTION = "Q1";
  private static final String OUTCOME = "O1";
  private static final String OPEN_INSTEAD = "I1";
  private static final String OPENED_INSTEAD = "J1";

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
    if (o instanceof RemoteWrite) {
      return WRITE;
    }
    if (o instanceof RemoteCancel) {
      return CANCEL;
    }
    if (o instanceof RemoteQuestion) {
      return QUESTION;
    }
    if (o instanceof OpenInstead) {
      return OPEN_INSTEAD;
    }
    if (o instanceof OpenedInstead) {
      return OPENED_INSTEAD;
    }
    return o instanceof RemoteOutcome ? OUTCOME : REPLY;
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
    } else if (o instanceof RemoteCancel cancel) {
      out.writeLong(cancel.call());
      out.writeLong(cancel.oldestOpen());
      writeId(out, cancel.txId());
      out.writeString(refs.toSerializationFormat(cancel.replyTo()));
    } else if (o instanceof RemoteQuestion question) {
      out.writeLong(question.call());
      writeId(out, question.txId());
      out.writeString(refs.toSerializationFormat(question.replyTo()));
    } else if (o instanceof RemoteOutcome outcome) {
      out.writeLong(outcome.call());
      RemoteOutcomes.write(out, outcome.outcome());
    } else if (o instanceof OpenInstead instead) {
      out.writeVarInt(instead.storeVersion(), true);
      out.writeString(refs.toSerializationFormat(instead.replyTo()));
    } else if (o instanceof OpenedInstead opened) {
      out.writeBoolean(opened.open());
      out.writeString(opened.address());
      out.writeVarInt(opened.programVersion(), true);
    } else {
      throw new IllegalArgumentException(
          "cannot be serialized here: class=" + o.getClass().getName());
    }
    return out.toBytes();
  }

  private void toBinary(Output out, RemoteWrite write) {
    out.writeLong(write.call());
    out.writeLong(write.oldestOpen());
    writeId(out, write.txId());
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
              in.readLong(),
              readId(in),
              in.readString(),
              in.readString(),
              readBytes(in),
              readDuration(in),
              readDuration(in),
              readRef(in));
      case CANCEL -> new RemoteCancel(in.readLong(), in.readLong(), readId(in), readRef(in));
      case QUESTION -> new RemoteQuestion(in.readLong(), readId(in), readRef(in));
      case OUTCOME -> new RemoteOutcome(in.readLong(), RemoteOutcomes.read(in));
      case OPEN_INSTEAD -> new OpenInstead(in.readVarInt(true), readRef(in));
      case OPENED_INSTEAD ->
          new OpenedInstead(in.readBoolean(), in.readString(), in.readVarInt(true));
      case REPLY -> new RemoteReply(in.readLong(), readBytes(in));
      default ->
          throw new IllegalArgumentException(
              "message of an unknown kind: manifest=" + manifest + "; from a newer program?");
    };
  }

  private ActorRef<ClusterMessage> readRef(Input in) {
    return refs.resolveActorRef(in.readString());
  }

  private static void writeId(Output out, UUID id) {
    out.writeLong(id.getMostSignificantBits());
    out.writeLong(id.getLeastSignificantBits());
  }

  private static UUID readId(Input in) {
    return new UUID(in.readLong(), in.readLong());
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
