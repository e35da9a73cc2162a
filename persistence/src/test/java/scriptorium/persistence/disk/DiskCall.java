package scriptorium.persistence.disk;

/** What a process asks of a disk. */
public enum DiskCall {
  LOCK,
  LIST,
  CHECK,
  CREATE,
  OPEN_TO_READ,
  OPEN_TO_WRITE,
  SIZE,
  READ,
  WRITE,
  FORCE,
  CLOSE,
  LINK,
  RENAME,
  UNLINK,
  FORCE_FOLDER
}
