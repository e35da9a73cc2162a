package scriptorium.drills.inspect;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import scriptorium.drills.inspect.StoreContents.Journal;
import scriptorium.drills.inspect.StoreContents.Snapshot;

/** What a store's folder holds, for programs. */
final class ContentsMap {

  private ContentsMap() {}

  static Map<String, Object> of(StoreContents contents, List<EventSummary> events) {
    Journal journal = contents.journal();
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("store", contents.name());
    map.put("folder", contents.folder().toString());
    map.put("firstNumber", journal.firstNumber());
    map.put("lastNumber", journal.lastNumber());
    map.put("deletedTo", journal.deletedTo());
    map.put("sealed", journal.sealed());
    map.put("damage", contents.damage().orElse(null));
    map.put(
        "tornTail",
        journal
            .torn()
            .map(
                torn ->
                    fields(
                        "file", torn.segment().fileName(),
                        "offset", torn.offset(),
                        "bytes", torn.bytes()))
            .orElse(null));
    map.put("snapshots", contents.snapshots().stream().map(ContentsMap::snapshot).toList());
    journal(map, journal);
    map.put("events", events.stream().map(ContentsMap::event).toList());
    return map;
  }

  private static void journal(Map<String, Object> map, Journal journal) {
    map.put(
        "segments",
        journal.segments().stream()
            .map(
                segment ->
                    fields(
                        "file", segment.name().fileName(),
                        "bytes", segment.fileBytes(),
                        "usedBytes", segment.usedBytes(),
                        "frames", segment.frames(),
                        "events", segment.events(),
                        "firstNumber", segment.firstNumber(),
                        "lastNumber", segment.lastNumber(),
                        "state", segment.state().text(),
                        "protection", segment.protection()))
            .toList());
    map.put(
        "epochs",
        journal.epochs().stream()
            .map(
                epoch ->
                    fields(
                        "epoch", epoch.epoch(),
                        "claimed", epoch.claimed(),
                        "node", epoch.node(),
                        "pid", epoch.pid(),
                        "counts", epoch.counts(),
                        "startedAt", epoch.startedAt()))
            .toList());
    map.put(
        "schemaChanges",
        journal.schemaChanges().stream()
            .map(
                change ->
                    fields(
                        "number", change.number(),
                        "time", change.time().toString(),
                        "version", change.version(),
                        "name", change.name(),
                        "statements", change.statements()))
            .toList());
  }

  private static Map<String, Object> snapshot(Snapshot snapshot) {
    return fields(
        "number", snapshot.number(),
        "savedAt", snapshot.savedAt().toString(),
        "file", snapshot.file().toString(),
        "bytes", snapshot.bytes(),
        "chunks", snapshot.chunks(),
        "tables", snapshot.tables(),
        "rows", snapshot.rows(),
        "good", snapshot.problem().isEmpty(),
        "proved", snapshot.proved(),
        "problem", snapshot.problem());
  }

  private static Map<String, Object> event(EventSummary event) {
    List<Map<String, Object>> tables = new ArrayList<>();
    event
        .tables()
        .forEach(
            (table, counts) ->
                tables.add(
                    fields(
                        "table", table,
                        "inserted", counts.inserted(),
                        "updated", counts.updated(),
                        "deleted", counts.deleted())));
    return fields(
        "number", event.number(),
        "time", event.time().toString(),
        "kind", event.kind(),
        "label", event.label(),
        "txId", event.txId(),
        "tables", tables,
        "rows", event.rows());
  }

  private static Map<String, Object> fields(Object... pairs) {
    Map<String, Object> fields = new LinkedHashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      fields.put(String.valueOf(pairs[i]), pairs[i + 1]);
    }
    return fields;
  }
}
