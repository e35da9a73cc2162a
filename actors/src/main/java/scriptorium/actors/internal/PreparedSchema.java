package scriptorium.actors.internal;

import java.util.List;
import scriptorium.database.EmbeddedDatabase;
import scriptorium.persistence.SchemaChanged;
import scriptorium.persistence.codec.EncodedEvent;
import scriptorium.persistence.codec.EventCodec;

/**
 * A schema change that is to be journaled and to be swapped in.
 *
 * @param event what it is
 * @param encoded the same as bytes
 * @param database the changed copy, to take the database's place
 * @param warnings what is allowed, and still should be looked at
 */
record PreparedSchema(
    SchemaChanged event, EncodedEvent encoded, EmbeddedDatabase database, List<String> warnings) {

  PreparedSchema {
    warnings = List.copyOf(warnings);
  }

  /**
   * The event as bytes.
   *
   * @throws SchemaRefusedException if it has more bytes than an event may have
   */
  static EncodedEvent encode(SchemaChanged event, long limitBytes) throws SchemaRefusedException {
    EncodedEvent encoded = EventCodec.encode(event);
    if (encoded.bytes().length > limitBytes) {
      throw new SchemaRefusedException(
          0,
          Refusals.GENERAL,
          "the rows it changes are too many for one event: bytes="
              + encoded.bytes().length
              + " limit="
              + limitBytes
              + " (scriptorium.store.write.max-change-set-bytes)",
          null);
    }
    return encoded;
  }
}
