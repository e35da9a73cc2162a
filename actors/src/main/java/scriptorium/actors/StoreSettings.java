package scriptorium.actors;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import java.time.Duration;
import java.util.List;
import scriptorium.database.change.CaptureSettings;
import scriptorium.keys.Protection;

/**
 * A store's settings: read from {@code scriptorium.store} of an actor system's configuration, where
 * each key is explained. Immutable.
 *
 * @param name the store's name: its persistence id and its folder
 * @param mutationTypes the kinds of mutation that other nodes may send
 * @param schema the scripts applied before the store serves: the numbered ones in order
 * @param downgrade what to do with a store whose schema is newer than {@code schema}
 * @param write limits of writing
 * @param read limits of reading
 * @param snapshot when and how snapshots are taken
 * @param digest when the tables' digests are journaled
 * @param migration limits of schema changes while the store serves
 * @param recovery waits and retries around recovery
 * @param asOf limits of past states
 * @param cluster limits of what travels between nodes
 * @param blockingTimeout how long a call of {@link Store#blocking()} waits
 * @param maxDatabaseBytes the soft limit on the database's size
 * @param protection how snapshots are signed and encrypted
 */
public record StoreSettings(
    String name,
    List<MutationType<?, ?>> mutationTypes,
    List<SchemaScript> schema,
    Downgrade downgrade,
    Write write,
    Read read,
    Snapshot snapshot,
    Digest digest,
    Migration migration,
    Recovery recovery,
    AsOf asOf,
    Cluster cluster,
    Duration blockingTimeout,
    long maxDatabaseBytes,
    Protection protection) {

  private static final String ROOT = "scriptorium.store";

  /** Copies the lists; refuses a name that makes no folder. */
  public StoreSettings {
    mutationTypes = List.copyOf(mutationTypes);
    schema = List.copyOf(schema);
    if (!name.matches("[A-Za-z0-9][A-Za-z0-9_.-]{0,99}")) {
      throw new IllegalArgumentException(
          "store name: expected 1 to 100 letters, digits, '_', '-', '.', found name=" + name);
    }
  }

  /** What a program does with a store whose schema is newer than its own. */
  public enum Downgrade {
    /** It refuses to write. */
    REFUSE,
    /** It takes the newer scripts down, newest first, by the down scripts in the journal. */
    RUN
  }

  /**
   * Limits of writing.
   *
   * @param queueCapacity most writes waiting
   * @param queueTimeout longest wait for the start
   * @param runTimeout longest run of one mutation
   * @param cancelGrace how long a stopped mutation may take to come back before its thread is given
   *     up
   * @param maxAbandonedThreads threads given up before the store refuses all
   * @param batchMutations most mutations in one batch
   * @param batchBytes most encoded bytes in one batch
   * @param batchTime longest run of one batch before it is journaled
   * @param maxChangeSetBytes most encoded bytes of one mutation's row changes
   * @param partBytes size of the events in which a larger change set is journaled
   * @param beforeImages whether events carry what updates and deletes replaced
   * @param maxLabelChars longest label
   * @param maxValueBytes largest value kept for repeated answers
   * @param journalTimeout when callers stop waiting for the journal and are told unknown
   * @param maxOutcomes most outcomes remembered
   * @param maxClockSkew how far ahead a txId's time may lie
   */
  public record Write(
      int queueCapacity,
      Duration queueTimeout,
      Duration runTimeout,
      Duration cancelGrace,
      int maxAbandonedThreads,
      int batchMutations,
      long batchBytes,
      Duration batchTime,
      long maxChangeSetBytes,
      int partBytes,
      boolean beforeImages,
      int maxLabelChars,
      int maxValueBytes,
      Duration journalTimeout,
      int maxOutcomes,
      Duration maxClockSkew) {

    /** How changes are captured. */
    public CaptureSettings capture() {
      return new CaptureSettings(partBytes, maxChangeSetBytes, beforeImages);
    }
  }

  /**
   * Limits of reading.
   *
   * @param permits most reads running at once
   * @param queueCapacity most reads waiting for a permit
   * @param permitTimeout longest wait for a permit
   * @param timeout longest run of one read
   * @param maxRows most rows of one result
   * @param connections most pooled connections
   * @param levelTimeout longest wait for a level
   * @param viewReuse how long one view serves one read after another while nothing is committed
   * @param pause how long a scan pauses in each 50 ms
   */
  public record Read(
      int permits,
      int queueCapacity,
      Duration permitTimeout,
      Duration timeout,
      int maxRows,
      int connections,
      Duration levelTimeout,
      Duration viewReuse,
      Duration pause) {}

  /**
   * When and how snapshots are taken.
   *
   * @param everyEvents events between snapshots; 0 for none by number
   * @param everyBytes bytes of events between snapshots; 0 for none by bytes
   * @param everyTime time between snapshots of a store that changes; zero for none by time
   * @param keep how many are kept
   * @param deleteEvents events of the first deletion behind a snapshot; 0 for all at once
   * @param chunkBytes size of a chunk
   * @param share the share of one core that a snapshot may use, 0 to 1
   * @param timeout longest duration of one snapshot, then it is given up and its pin released
   * @param storeTimeout longest wait for one answer of the snapshot store
   * @param schemaWait how long a schema change waits for a pin before the snapshot is given up
   * @param verify how a snapshot is proved before anything is deleted
   * @param onStop whether a snapshot is taken when the store is stopped
   */
  public record Snapshot(
      long everyEvents,
      long everyBytes,
      Duration everyTime,
      int keep,
      long deleteEvents,
      int chunkBytes,
      double share,
      Duration timeout,
      Duration storeTimeout,
      Duration schemaWait,
      SnapshotProof verify,
      boolean onStop) {}

  /**
   * When the tables' digests are journaled, by which others prove their copies.
   *
   * @param everyEvents events between digests; 0 for none by number
   * @param every time between digests while anything happens; zero for none by time
   * @param share the share of one core that computing them may use, 0 to 1
   */
  public record Digest(long everyEvents, Duration every, double share) {}

  /**
   * Limits of schema changes while the store serves.
   *
   * @param maxWritePause longest time for which writes may wait for one script
   * @param maxTailBytes most bytes of events that wait for a copy to catch up
   * @param timeout longest duration of one script, from its begin to its end
   * @param checkHeap whether a change is refused where the heap has no room for a copy
   */
  public record Migration(
      Duration maxWritePause, long maxTailBytes, Duration timeout, boolean checkHeap) {}

  /**
   * Waits and retries around recovery.
   *
   * @param minBackoff wait before the first new attempt after a journal failure
   * @param maxBackoff longest wait
   * @param claimAttempts how often a refused claim is tried at once
   * @param changeSetsPerCommit change sets replayed in one transaction
   * @param progressEvery how often progress is told
   * @param stallTimeout how long a recovery may stand still before it is ended and tried anew
   * @param stopTimeout longest wait for a store to stop
   */
  public record Recovery(
      Duration minBackoff,
      Duration maxBackoff,
      int claimAttempts,
      int changeSetsPerCommit,
      Duration progressEvery,
      Duration stallTimeout,
      Duration stopTimeout) {}

  /**
   * Limits of past states.
   *
   * @param maxOpen most open at once in an actor system
   * @param settle how long to wait for events that are not known to count yet
   */
  public record AsOf(int maxOpen, Duration settle) {}

  /**
   * Limits of what travels between the nodes of a cluster.
   *
   * @param maxMessageBytes largest mutation, and largest value in a reply
   * @param resendAfter how long a node waits for an answer before it sends the same write again
   * @param maxUnanswered most writes of one node sent and not yet answered
   */
  public record Cluster(int maxMessageBytes, Duration resendAfter, int maxUnanswered) {}

  /**
   * Reads and checks the settings.
   *
   * @throws IllegalArgumentException naming the key, the range and what was found
   */
  public static StoreSettings load(Config config) {
    try {
      return SettingsReader.read(config, ROOT);
    } catch (ConfigException e) {
      throw new IllegalArgumentException("setting refused: " + e.getMessage(), e);
    }
  }

  /** The same for another store. */
  public StoreSettings withName(String newName) {
    return with(newName, mutationTypes, schema, downgrade);
  }

  /** The same with these kinds of mutation. */
  public StoreSettings withMutationTypes(List<MutationType<?, ?>> types) {
    return with(name, types, schema, downgrade);
  }

  /** The same with these schema scripts. */
  public StoreSettings withSchema(List<SchemaScript> scripts) {
    return with(name, mutationTypes, scripts, downgrade);
  }

  /** The same with another answer to a schema that is newer than the program's. */
  public StoreSettings withDowngrade(Downgrade newDowngrade) {
    return with(name, mutationTypes, schema, newDowngrade);
  }

  private StoreSettings with(
      String newName,
      List<MutationType<?, ?>> types,
      List<SchemaScript> scripts,
      Downgrade newDowngrade) {
    return new StoreSettings(
        newName,
        types,
        scripts,
        newDowngrade,
        write,
        read,
        snapshot,
        digest,
        migration,
        recovery,
        asOf,
        cluster,
        blockingTimeout,
        maxDatabaseBytes,
        protection);
  }
}
