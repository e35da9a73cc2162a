package scriptorium.persistence.segment;

import java.nio.file.Path;

/** A process of its own that opens a store and says in one line how that went. */
final class FolderProbe {
  private FolderProbe() {}

  public static void main(String[] args) {
    LogFixture store = new LogFixture(Path.of(args[0]));
    store.settings = new SegmentLogSettings(4_096, 16_384, LockMode.EXCLUSIVE);
    try {
      store.open().close();
      System.out.println("opened");
    } catch (RuntimeException e) {
      System.out.println(e.getClass().getSimpleName() + " " + e.getMessage());
    }
  }
}
