package scriptorium.benchmarks;

import scriptorium.benchmarks.restart.Started;

/** What the restore of a snapshot works at; two threads at a time count both, together all. */
enum RestorePart {
  OPENING("opening the database", Started.OPENING),
  READING("chunks, checksums, decompression", Started.READING),
  PARSING("parsing", Started.PARSING),
  DIGESTS("digests of the rows", Started.DIGESTS),
  ROWS("rows", Started.ROWS),
  INDEXES("indexes, order and uniqueness", Started.INDEXES),
  REFERENCES("references", Started.REFERENCES);

  private final String title;
  private final String name;

  RestorePart(String title, String name) {
    this.title = title;
    this.name = name;
  }

  String title() {
    return title;
  }

  /** Of the work of all parts. */
  double shareOf(Started started) {
    long all = 0;
    for (RestorePart part : values()) {
      all += started.partMicros(part.name);
    }
    return all == 0 ? 0 : (double) started.partMicros(name) / all;
  }
}
