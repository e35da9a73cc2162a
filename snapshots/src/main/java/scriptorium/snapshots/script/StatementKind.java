package scriptorium.snapshots.script;

/** What a statement of a script is there for, which says when it is run. */
public enum StatementKind {
  /** Makes schemas, domains, tables, indexes, constraints: run in its place. */
  SCHEMA,

  /** Rows, or pieces of their LOBs. */
  ROWS,

  /** Makes a view: it may stand on a table or view that comes later. */
  VIEW,

  /** Makes a trigger: after the views, for it may be a view's. */
  TRIGGER,

  /** A grant or a comment: after all that it may name. */
  LAST,

  /** Makes or drops what H2 puts LOBs together with: needed only where H2 runs the rows. */
  LOB_AID,

  /** Of no use: users, who carry no password in a script, and remarks. */
  SKIPPED
}
