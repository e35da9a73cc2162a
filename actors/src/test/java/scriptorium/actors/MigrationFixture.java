package scriptorium.actors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import scriptorium.actors.StoreSettings.Downgrade;
import scriptorium.persistence.ChangeSet;
import scriptorium.persistence.JournalEvent;
import scriptorium.persistence.SchemaChanged;
import scriptorium.persistence.codec.EventCodec;

/** A store that one program after another opens, each with scripts of its own. */
final class MigrationFixture implements AutoCloseable {

  private final Path folder;
  private final StoreFixture store;
  private boolean open;

  MigrationFixture(Path folder) {
    this.folder = folder;
    this.store = StoreFixture.closed(folder);
  }

  /** A program opens the store; the one before is ended as by a crash. */
  MigrationFixture program(SchemaScript... scripts) {
    return program(Downgrade.REFUSE, scripts);
  }

  MigrationFixture program(Downgrade downgrade, SchemaScript... scripts) {
    end();
    store.open("", settings -> settings.withSchema(List.of(scripts)).withDowngrade(downgrade));
    open = true;
    return this;
  }

  StoreFixture ready() {
    return store.ready();
  }

  /** Why the program refused to open the store. */
  String failure() {
    String failure = store.failure();
    assertEquals(StorePhase.POISONED, store.store().status().phase());
    return failure;
  }

  MigrationReply migrate(SchemaScript... scripts) {
    return StoreFixture.get(store.store().migrate(List.of(scripts)));
  }

  MigrationReply.Migrated migrated(SchemaScript... scripts) {
    return migrate(scripts).orThrow();
  }

  MigrationReply.Refused refused(SchemaScript... scripts) {
    return assertInstanceOf(MigrationReply.Refused.class, migrate(scripts));
  }

  StoreFixture store() {
    return store;
  }

  void end() {
    if (open) {
      store.end();
      open = false;
    }
  }

  /** The events of the closed store that change anything. */
  List<JournalEvent> changes() {
    end();
    return JournalReading.of(folder).stream()
        .filter(event -> event instanceof ChangeSet || event instanceof SchemaChanged)
        .toList();
  }

  /** They as bytes. */
  List<String> changesAsBytes() {
    return changes().stream()
        .map(event -> HexFormat.of().formatHex(EventCodec.encode(event).bytes()))
        .toList();
  }

  /** The labels and names of the closed store's events that change anything, in order. */
  List<String> labels() {
    List<String> labels = new ArrayList<>();
    for (JournalEvent event : changes()) {
      if (event instanceof ChangeSet changeSet) {
        labels.add(changeSet.label());
      } else if (event instanceof SchemaChanged changed) {
        labels.add(changed.kind() + " " + changed.name());
      }
    }
    return labels;
  }

  @Override
  public void close() {
    end();
  }
}
