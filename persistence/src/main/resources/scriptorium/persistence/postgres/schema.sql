-- The tables of akka-persistence-jdbc 5 in PostgreSQL, as a Scriptorium store wants them: events,
-- their tags (a store has none, other actors may), snapshots. Names and types are the plugin's.
--
-- PostgreSQL 14 or later. Run it as a role that may create tables, in the schema that comes first on the search path of the
-- role that stores log in as. Running it again changes nothing. Where the two roles differ, the
-- second needs: GRANT SELECT, INSERT, UPDATE, DELETE on the three tables, and USAGE on the sequence
-- of event_journal.ordering.

CREATE TABLE IF NOT EXISTS event_journal (
  -- Half of the fence: of two writers that want one number at once, one gets it.
  persistence_id      VARCHAR(255) NOT NULL,
  sequence_number     BIGINT       NOT NULL,
  ordering            BIGSERIAL    NOT NULL,
  deleted             BOOLEAN      NOT NULL DEFAULT FALSE,
  writer              VARCHAR(255) NOT NULL,
  write_timestamp     BIGINT,
  adapter_manifest    VARCHAR(255),
  event_ser_id        INTEGER      NOT NULL,
  event_ser_manifest  VARCHAR(255) NOT NULL,
  event_payload       BYTEA        NOT NULL,
  meta_ser_id         INTEGER,
  meta_ser_manifest   VARCHAR(255),
  meta_payload        BYTEA,
  PRIMARY KEY (persistence_id, sequence_number)
);

CREATE UNIQUE INDEX IF NOT EXISTS event_journal_ordering_idx ON event_journal (ordering);

-- Events of one persistence id follow each other without a gap, and the newest number is never used
-- again. The primary key alone does not see to that once events are deleted: a writer that was away
-- for long comes back with a number that its successor had and has deleted behind a snapshot; its
-- write would be taken, acknowledged, and read by nobody. The plugin keeps the newest event's row,
-- marked deleted, so there is always one that tells. Looked at once for each statement, after its
-- rows are in: then what others have committed meanwhile is seen, and what they have not waits.
CREATE OR REPLACE FUNCTION event_journal_follows() RETURNS trigger LANGUAGE plpgsql
  SET search_path FROM CURRENT AS $$
DECLARE
  wrong RECORD;
BEGIN
  SELECT added.* INTO wrong
    FROM (SELECT persistence_id AS id, min(sequence_number) AS low, max(sequence_number) AS high,
                 count(*) AS events
            FROM added_events GROUP BY persistence_id) added
   WHERE added.high - added.low + 1 <> added.events
      OR added.high <> (SELECT max(sequence_number) FROM event_journal
                         WHERE persistence_id = added.id)
      OR (added.low > 1
          AND added.low - 1 IS DISTINCT FROM
              (SELECT max(sequence_number) FROM event_journal
                WHERE persistence_id = added.id AND sequence_number < added.low));
  IF FOUND THEN
    RAISE EXCEPTION 'event refused, it does not follow: persistence_id=% sequence_number=%; the '
      'newest number was used by another writer, or some before it by none', wrong.id, wrong.low
      USING ERRCODE = 'unique_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER event_journal_follows AFTER INSERT ON event_journal
  REFERENCING NEW TABLE AS added_events FOR EACH STATEMENT
  EXECUTE FUNCTION event_journal_follows();

CREATE TABLE IF NOT EXISTS event_tag (
  event_id  BIGINT       NOT NULL REFERENCES event_journal (ordering) ON DELETE CASCADE,
  tag       VARCHAR(256) NOT NULL,
  PRIMARY KEY (event_id, tag)
);

CREATE TABLE IF NOT EXISTS snapshot (
  persistence_id         VARCHAR(255) NOT NULL,
  sequence_number        BIGINT       NOT NULL,
  created                BIGINT       NOT NULL,
  snapshot_ser_id        INTEGER      NOT NULL,
  snapshot_ser_manifest  VARCHAR(255) NOT NULL,
  snapshot_payload       BYTEA        NOT NULL,
  meta_ser_id            INTEGER,
  meta_ser_manifest      VARCHAR(255),
  meta_payload           BYTEA,
  PRIMARY KEY (persistence_id, sequence_number)
);

-- Snapshots come compressed: a second attempt would only cost time.
ALTER TABLE snapshot ALTER COLUMN snapshot_payload SET STORAGE EXTERNAL;
