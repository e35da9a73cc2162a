package scriptorium.persistence.segment;

/** How the LOCK file of a store's folder is held. */
public enum LockMode {
  /** By a stand-alone store: nobody else may have the folder open. */
  EXCLUSIVE,
  /** By each member of a cluster: keeps stand-alone programs out; epochs fence the members. */
  SHARED
}
