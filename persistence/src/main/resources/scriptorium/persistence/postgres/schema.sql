-- The tables of akka-persistence-jdbc 5 in PostgreSQL, as a Scriptorium store wants them: events,
-- their tags (a store has none, other actors may), snapshots. Names and types are the plugin's.
--
-- PostgreSQL 14 or later. Run it as a role that may create tables, in the schema that comes first on the search path of the
-- role that stores log in as. Running it again changes nothing. Where the two roles differ, the
-- second needs: GRANT SELECT, INSERT, UPDATE, DELETE on the three tables, and USAGE on the sequence
-- of event_journal.ordering.

CREATE TABLE IF NOT EXISTS event_journal (
  -- The primary key is the fence: of two writers that want one number, one gets it.
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

-- The fence must outlast the events. A writer that was away for long comes back with the number
-- that its successor's claim has; were the claim's row gone with the events behind a snapshot, that
-- write would be taken, acknowledged, and read by nobody. So claims stay, marked deleted: one small
-- row for each start of a writer. (The numbers are those of a store's serializer and event.)
CREATE OR REPLACE FUNCTION event_journal_keeps_claims() RETURNS trigger LANGUAGE plpgsql
  AS 'BEGIN RETURN NULL; END';

CREATE OR REPLACE TRIGGER event_journal_keeps_claims BEFORE DELETE ON event_journal
  FOR EACH ROW WHEN (OLD.event_ser_id = 1397900882 AND OLD.event_ser_manifest = 'E')
  EXECUTE FUNCTION event_journal_keeps_claims();

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
