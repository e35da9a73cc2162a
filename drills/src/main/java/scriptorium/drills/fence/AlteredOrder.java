package scriptorium.drills.fence;

import scriptorium.persistence.segment.LogFiles;

/**
 * Files with which a log departs from the order of its steps: what a test of the drill itself puts
 * in, to find out whether the drill would notice. Has a constructor without parameters.
 */
interface AlteredOrder {

  /** Those files over these. */
  LogFiles over(LogFiles files);
}
