package scriptorium.drills.failover.workload;

import java.util.List;
import scriptorium.actors.MutationType;
import scriptorium.drills.failover.workload.DrillMutation.DeleteItem;
import scriptorium.drills.failover.workload.DrillMutation.InsertItem;
import scriptorium.drills.failover.workload.DrillMutation.LoadAccounts;
import scriptorium.drills.failover.workload.DrillMutation.LoadItems;
import scriptorium.drills.failover.workload.DrillMutation.Transfer;
import scriptorium.drills.failover.workload.DrillMutation.UpdateItem;
import scriptorium.drills.failover.workload.DrillMutation.Violate;

/** The drill's mutations, registered with the store of every node. */
public final class DrillMutations {

  private static final DrillMutationType<Transfer> TRANSFER =
      new DrillMutationType<>(
          "transfer",
          Transfer.class,
          (m, out) -> {
            out.writeLong(m.from());
            out.writeLong(m.to());
            out.writeLong(m.amount());
          },
          (id, in) -> new Transfer(id, in.readLong(), in.readLong(), in.readLong()));

  private static final DrillMutationType<InsertItem> INSERT =
      new DrillMutationType<>(
          "insert-item",
          InsertItem.class,
          (m, out) -> {
            out.writeUTF(m.code());
            out.writeLong(m.account());
            out.writeInt(m.quantity());
          },
          (id, in) -> new InsertItem(id, in.readUTF(), in.readLong(), in.readInt()));

  private static final DrillMutationType<UpdateItem> UPDATE =
      new DrillMutationType<>(
          "update-item",
          UpdateItem.class,
          (m, out) -> {
            out.writeLong(m.id());
            out.writeInt(m.quantity());
          },
          (id, in) -> new UpdateItem(id, in.readLong(), in.readInt()));

  private static final DrillMutationType<DeleteItem> DELETE =
      new DrillMutationType<>(
          "delete-item",
          DeleteItem.class,
          (m, out) -> out.writeLong(m.id()),
          (id, in) -> new DeleteItem(id, in.readLong()));

  private static final DrillMutationType<Violate> VIOLATE =
      new DrillMutationType<>(
          "violate",
          Violate.class,
          (m, out) -> out.writeUTF(m.violation().name()),
          (id, in) -> new Violate(id, Violation.valueOf(in.readUTF())));

  private static final DrillMutationType<LoadAccounts> LOAD_ACCOUNTS =
      new DrillMutationType<>(
          "load-accounts",
          LoadAccounts.class,
          (m, out) -> {
            out.writeLong(m.first());
            out.writeInt(m.count());
          },
          (id, in) -> new LoadAccounts(id, in.readLong(), in.readInt()));

  private static final DrillMutationType<LoadItems> LOAD_ITEMS =
      new DrillMutationType<>(
          "load-items",
          LoadItems.class,
          (m, out) -> {
            out.writeLong(m.first());
            out.writeInt(m.count());
            out.writeLong(m.accounts());
          },
          (id, in) -> new LoadItems(id, in.readLong(), in.readInt(), in.readLong()));

  private static final List<DrillMutationType<?>> ALL =
      List.of(TRANSFER, INSERT, UPDATE, DELETE, VIOLATE, LOAD_ACCOUNTS, LOAD_ITEMS);

  private DrillMutations() {}

  /** The types to register. */
  public static List<MutationType<?, ?>> types() {
    return List.copyOf(ALL);
  }

  static String idOf(DrillMutation mutation) {
    return typeOf(mutation).id();
  }

  static byte[] encode(DrillMutation mutation) {
    return encode(typeOf(mutation), mutation);
  }

  /**
   * The mutation of a type from its bytes.
   *
   * @throws IllegalArgumentException when there is no such type, or the bytes are not its
   */
  public static DrillMutation decode(String typeId, byte[] bytes) {
    for (DrillMutationType<?> type : ALL) {
      if (type.id().equals(typeId)) {
        return type.decode(bytes);
      }
    }
    throw new IllegalArgumentException("no such type of mutation: type=" + typeId);
  }

  private static <M extends DrillMutation> byte[] encode(
      DrillMutationType<M> type, DrillMutation mutation) {
    return type.encode(type.mutationClass().cast(mutation));
  }

  private static DrillMutationType<?> typeOf(DrillMutation mutation) {
    for (DrillMutationType<?> type : ALL) {
      if (type.mutationClass().isInstance(mutation)) {
        return type;
      }
    }
    throw new IllegalStateException("mutation not registered: class=" + mutation.getClass());
  }
}
