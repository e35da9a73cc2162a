package scriptorium.persistence.segment;

import org.jspecify.annotations.Nullable;

/** What a frame is for. The codes are on disk. */
public enum FrameKind {
  /** First frame of an epoch: names its predecessor's end. */
  OPENING(1),
  /** One group of events. */
  EVENTS(2),
  /** Events up to a number are deleted. */
  DELETE(3),
  /** Confirms the frame before it while there is nothing to write. */
  IDLE(4),
  /** The epoch was closed in order. */
  SEAL(5);

  private final int code;

  FrameKind(int code) {
    this.code = code;
  }

  int code() {
    return code;
  }

  static @Nullable FrameKind of(int code) {
    return code >= 1 && code <= values().length ? values()[code - 1] : null;
  }
}
