package scriptorium.actors;

import com.typesafe.config.Config;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import scriptorium.keys.ProtectionReader;
import scriptorium.snapshots.DumpSettings;

/** Reads {@link StoreSettings}, checking each value against its range. */
final class SettingsReader {

  private static final Duration LONGEST = Duration.ofDays(10_000); // fits into long nanoseconds

  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

  private final Config config;
  private final String root;

  private SettingsReader(Config config, String root) {
    this.config = config;
    this.root = root;
  }

  static StoreSettings read(Config config, String root) {
    SettingsReader in = new SettingsReader(config, root);
    in.requireFencesKnown();
    return new StoreSettings(
        in.config.getString(in.path("name")),
        List.of(),
        in.schema(),
        in.downgrade(),
        in.write(),
        in.read(),
        in.snapshot(),
        in.digest(),
        in.migration(),
        in.recovery(),
        in.asOf(),
        in.cluster(),
        in.duration("blocking-timeout", 1),
        in.databaseBytes(),
        ProtectionReader.read(config, in.path("snapshot.protection")));
  }

  /**
   * The plugins' settings are read where the plugins are: this one is judged here, at the start.
   */
  private void requireFencesKnown() {
    String value = config.getString(path("journal-fences"));
    if (!List.of("auto", "on", "off", "true", "false", "yes", "no").contains(value)) {
      throw outOfRange("journal-fences", value, "auto, on or off");
    }
  }

  private List<SchemaScript> schema() {
    List<String> locations = config.getStringList(path("schema.locations"));
    try {
      ClassLoader callers = Thread.currentThread().getContextClassLoader();
      return SchemaScripts.of(
          locations, callers != null ? callers : SettingsReader.class.getClassLoader());
    } catch (BadSchemaScriptException e) {
      throw new IllegalArgumentException(
          "setting refused: " + path("schema.locations") + ": " + e.getMessage(), e);
    }
  }

  private StoreSettings.Downgrade downgrade() {
    String value = config.getString(path("schema.downgrade"));
    return switch (value) {
      case "refuse" -> StoreSettings.Downgrade.REFUSE;
      case "run" -> StoreSettings.Downgrade.RUN;
      default -> throw outOfRange("schema.downgrade", value, "refuse or run");
    };
  }

  private StoreSettings.Write write() {
    return new StoreSettings.Write(
        integer("write.queue-capacity", 1, 10_000_000),
        duration("write.queue-timeout", 1),
        duration("write.run-timeout", 1),
        duration("write.cancel-grace", 1),
        integer("write.max-abandoned-threads", 0, 1000),
        integer("write.batch-mutations", 1, 100_000),
        bytes("write.batch-bytes", 1024, 64L << 20),
        duration("write.batch-time", 1),
        bytes("write.max-change-set-bytes", 1024, 512L << 20),
        Math.toIntExact(bytes("write.part-bytes", 1024, 64L << 20)),
        config.getBoolean(path("write.before-images")),
        integer("write.max-label-chars", 1, 100_000),
        integer("write.max-value-bytes", 0, 1 << 20),
        duration("write.journal-timeout", 1),
        integer("write.max-outcomes", 1, 100_000_000),
        duration("write.max-clock-skew", 0));
  }

  private StoreSettings.Read read() {
    int permits = integer("read.permits", 0, 10_000);
    return new StoreSettings.Read(
        permits == 0 ? Math.max(1, Runtime.getRuntime().availableProcessors() - 1) : permits,
        integer("read.queue-capacity", 0, 1_000_000),
        duration("read.permit-timeout", 0),
        duration("read.timeout", 1),
        integer("read.max-rows", 1, Integer.MAX_VALUE),
        integer("read.connections", 1, 60_000),
        duration("read.level-timeout", 0),
        duration("read.view-reuse", 0),
        pause());
  }

  private Duration pause() {
    Duration pause = duration("read.pause", 0);
    if (pause.compareTo(LONGEST_PAUSE) > 0) {
      throw outOfRange("read.pause", pause, "0ms to 1s");
    }
    return pause;
  }

  private double share(String key) {
    double share = config.getDouble(path(key));
    if (!(share > 0 && share <= 1)) {
      throw outOfRange(key, share, "above 0, at most 1");
    }
    return share;
  }

  private StoreSettings.Digest digest() {
    return new StoreSettings.Digest(
        number("digest.every-events", 0, Long.MAX_VALUE),
        duration("digest.every", 0),
        share("digest.share"));
  }

  private StoreSettings.Snapshot snapshot() {
    return new StoreSettings.Snapshot(
        number("snapshot.every-events", 0, Long.MAX_VALUE),
        bytes("snapshot.every-bytes", 0, Long.MAX_VALUE),
        duration("snapshot.every-time", 0),
        integer("snapshot.keep", 1, 1000),
        number("snapshot.delete-events", 0, Long.MAX_VALUE),
        Math.toIntExact(bytes("snapshot.chunk-bytes", 4096, DumpSettings.LARGEST_CHUNK_BYTES)),
        share("snapshot.share"),
        duration("snapshot.timeout", 1),
        duration("snapshot.store-timeout", 1),
        duration("snapshot.schema-wait", 0),
        proof(),
        config.getBoolean(path("snapshot.on-stop")));
  }

  private SnapshotProof proof() {
    String name = config.getString(path("snapshot.verify"));
    for (SnapshotProof proof : SnapshotProof.values()) {
      if (name.equals(proof.name().toLowerCase(Locale.ROOT))) {
        return proof;
      }
    }
    throw outOfRange("snapshot.verify", name, "digest or restore");
  }

  private StoreSettings.Migration migration() {
    return new StoreSettings.Migration(
        duration("schema.max-write-pause", 1),
        bytes("schema.max-tail-bytes", 1024, Long.MAX_VALUE),
        duration("schema.timeout", 1),
        config.getBoolean(path("schema.check-heap")));
  }

  private StoreSettings.Recovery recovery() {
    Duration first = duration("recovery.min-backoff", 1);
    Duration longest = duration("recovery.max-backoff", 1);
    if (longest.compareTo(first) < 0) {
      throw outOfRange("recovery.max-backoff", longest, "at least min-backoff=" + first);
    }
    return new StoreSettings.Recovery(
        first,
        longest,
        integer("recovery.claim-attempts", 0, 10_000),
        integer("recovery.change-sets-per-commit", 1, 100_000),
        duration("recovery.progress-every", 1),
        duration("recovery.stall-timeout", 10),
        duration("stop-timeout", 1));
  }

  private StoreSettings.AsOf asOf() {
    return new StoreSettings.AsOf(
        integer("as-of.max-open", 0, 10_000), duration("as-of.settle", 0));
  }

  private StoreSettings.Cluster cluster() {
    return new StoreSettings.Cluster(
        (int) bytes("cluster.max-message-bytes", 1024, 1L << 27),
        duration("cluster.resend-after", 1),
        integer("cluster.max-unanswered", 1, 100_000));
  }

  private long databaseBytes() {
    if (config.getString(path("max-database-bytes")).equals("auto")) {
      return Runtime.getRuntime().maxMemory() / 2;
    }
    return bytes("max-database-bytes", 1 << 16, Long.MAX_VALUE);
  }

  private int integer(String key, int min, int max) {
    return (int) number(key, min, max);
  }

  private long number(String key, long min, long max) {
    return checked(key, config.getLong(path(key)), min, max);
  }

  private long bytes(String key, long min, long max) {
    return checked(key, config.getBytes(path(key)), min, max);
  }

  private long checked(String key, long value, long min, long max) {
    if (value < min || value > max) {
      throw outOfRange(key, value, min + " to " + max);
    }
    return value;
  }

  private Duration duration(String key, long minMillis) {
    Duration value = config.getDuration(path(key));
    if (value.compareTo(Duration.ofMillis(minMillis)) < 0 || value.compareTo(LONGEST) > 0) {
      throw outOfRange(key, value, minMillis + " ms to " + LONGEST.toDays() + " days");
    }
    return value;
  }

  /** Full paths, so that every message names one, the configuration library's own included. */
  private String path(String key) {
    return root + "." + key;
  }

  private IllegalArgumentException outOfRange(String key, Object value, String range) {
    return new IllegalArgumentException(
        "setting out of range: "
            + path(key)
            + " expected="
            + range
            + " found="
            + value
            + "; correct it in the configuration and start again");
  }
}
