package scriptorium.benchmarks.peers;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import org.prevayler.SureTransactionWithQuery;
import org.prevayler.foundation.serialization.Serializer;
import scriptorium.benchmarks.workload.Parcel;
import scriptorium.benchmarks.workload.Transfer;

/**
 * A transaction of Prevayler's: parcels to insert, transfers to do, or all parcels to forget. It
 * answers how many of them were done.
 */
record PrevaylerWrite(List<Parcel> parcels, List<Transfer> transfers, boolean clears)
    implements SureTransactionWithQuery<PrevaylerSystem, Integer> {

  static final PrevaylerWrite CLEAR = new PrevaylerWrite(List.of(), List.of(), true);

  static PrevaylerWrite inserts(List<Parcel> parcels) {
    return new PrevaylerWrite(parcels, List.of(), false);
  }

  static PrevaylerWrite transfers(List<Transfer> transfers) {
    return new PrevaylerWrite(List.of(), transfers, false);
  }

  @Override
  public Integer executeAndQuery(PrevaylerSystem system, Date time) {
    if (clears) {
      system.clearParcels();
    }
    parcels.forEach(system::insert);
    int done = parcels.size();
    for (Transfer transfer : transfers) {
      done += system.transfer(transfer) ? 1 : 0;
    }
    return done;
  }

  /** Its bytes in the journal: much smaller and faster than what Java's serialization makes. */
  static final class Codec implements Serializer {

    @Override
    public void writeObject(OutputStream stream, Object object) throws IOException {
      PrevaylerWrite write = (PrevaylerWrite) object;
      DataOutputStream out = new DataOutputStream(stream);
      out.writeBoolean(write.clears());
      out.writeInt(write.parcels().size());
      for (Parcel parcel : write.parcels()) {
        byte[] bytes = parcel.toBytes();
        out.writeShort(bytes.length);
        out.write(bytes);
      }
      out.writeInt(write.transfers().size());
      for (Transfer transfer : write.transfers()) {
        out.writeInt(transfer.from());
        out.writeInt(transfer.to());
        out.writeInt(transfer.amount());
      }
      out.flush();
    }

    @Override
    public Object readObject(InputStream stream) throws IOException {
      DataInputStream in = new DataInputStream(stream);
      boolean clears = in.readBoolean();
      List<Parcel> parcels = new ArrayList<>();
      for (int left = in.readInt(); left > 0; left--) {
        parcels.add(Parcel.ofBytes(in.readNBytes(in.readShort())));
      }
      List<Transfer> transfers = new ArrayList<>();
      for (int left = in.readInt(); left > 0; left--) {
        transfers.add(new Transfer(in.readInt(), in.readInt(), in.readInt()));
      }
      return new PrevaylerWrite(parcels, transfers, clears);
    }
  }
}
