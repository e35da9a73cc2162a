package scriptorium.actors.internal;

import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.util.Optional;
import scriptorium.actors.Outcome;
import scriptorium.actors.SequenceNumber;
import scriptorium.actors.StorePhase;

/** Outcomes of writes as bytes between two nodes. */
final class RemoteOutcomes {

  private RemoteOutcomes() {}

  static void write(Output out, Outcome outcome) {
    if (outcome instanceof Outcome.Committed committed) {
      out.writeByte('C');
      out.writeLong(committed.sequenceNumber().value());
    } else if (outcome instanceof Outcome.NotNow notNow) {
      out.writeByte('T');
      out.writeString(notNow.phase().name());
      out.writeString(notNow.writer().orElse(null));
      out.writeString(RemoteReplies.cut(notNow.detail()));
    } else {
      out.writeByte(outcome instanceof Outcome.Never ? 'N' : 'F');
    }
  }

  static Outcome read(Input in) {
    char kind = (char) in.readByte();
    return switch (kind) {
      case 'C' -> new Outcome.Committed(new SequenceNumber(in.readLong()));
      case 'N' -> new Outcome.Never();
      case 'F' -> new Outcome.Forgotten();
      case 'T' ->
          new Outcome.NotNow(
              StorePhase.valueOf(in.readString()),
              Optional.ofNullable(in.readString()),
              in.readString());
      default -> throw new IllegalArgumentException("outcome of an unknown kind: kind=" + kind);
    };
  }
}
