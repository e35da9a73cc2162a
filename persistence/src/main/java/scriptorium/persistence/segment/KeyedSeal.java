package scriptorium.persistence.segment;

import static scriptorium.persistence.segment.SegmentFormat.longAt;
import static scriptorium.persistence.segment.SegmentFormat.putLong;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import scriptorium.keys.Hkdf;
import scriptorium.keys.StoreKeys;

/**
 * Protects the frames of one segment by keys of its own, made of a configured one and the segment's
 * salt.
 *
 * <p>Invariant: {@code lastSealed} is the greatest frame counter a frame was sealed with here,
 * before any byte of it can have reached the file; no counter at or below it is sealed again,
 * because the counter is the nonce. A tail that is written again goes to a new segment for that.
 */
final class KeyedSeal implements FrameSeal {
  private static final String PURPOSE = "scriptorium segment ";
  private static final int PLACE_BYTES = 16;

  private final SealMark mark;
  private final byte[] headerKey;
  private final FrameCipher cipher;
  private final byte[] associated = new byte[FrameHead.BYTES + Long.BYTES];
  private final EventGroup sealed = new EventGroup();
  private long lastSealed = -1;

  KeyedSeal(SealMark mark, SegmentName name, byte[] key) {
    this.mark = mark;
    byte[] salt = mark.salt();
    headerKey = Hkdf.derive(key, salt, PURPOSE + "header", StoreKeys.KEY_BYTES);
    boolean encrypts = mark.protection().mode() == SegmentProtection.Mode.ENCRYPTED;
    byte[] info = info(encrypts ? "encryption" : "signature", name);
    byte[] frames = Hkdf.derive(key, salt, info, StoreKeys.KEY_BYTES);
    cipher = encrypts ? new AesGcmCipher(frames) : new HmacCipher(frames);
    Arrays.fill(frames, (byte) 0);
  }

  private static byte[] info(String use, SegmentName name) {
    byte[] purpose = (PURPOSE + use).getBytes(StandardCharsets.US_ASCII);
    return ByteBuffer.allocate(purpose.length + PLACE_BYTES)
        .put(purpose)
        .putLong(name.epoch())
        .putLong(name.index())
        .array();
  }

  @Override
  public SealMark mark() {
    return mark;
  }

  @Override
  public void tagHeader(byte[] header) {
    System.arraycopy(headerTag(header), 0, header, SealMark.TAG_AT, SealMark.TAG_BYTES);
  }

  private byte[] headerTag(byte[] header) {
    return Arrays.copyOf(Hkdf.hmac(headerKey, header, 0, SealMark.TAG_AT), SealMark.TAG_BYTES);
  }

  /** Whether a header was made with this key. */
  boolean isOf(byte[] header) {
    byte[] tag = Arrays.copyOfRange(header, SealMark.TAG_AT, SealMark.TAG_AT + SealMark.TAG_BYTES);
    return MessageDigest.isEqual(headerTag(header), tag);
  }

  @Override
  public int addedBytes() {
    return FrameCipher.TAG_BYTES;
  }

  @Override
  public boolean hasSealed(long frameCounter) {
    return frameCounter <= lastSealed;
  }

  @Override
  public EventGroup seal(EventGroup group, FrameHead head, long start) {
    if (hasSealed(head.frameCounter())) {
      throw new IllegalStateException(
          "frame counter used before with the same key: frameCounter=%d last=%d; a tail is written again in a new segment"
              .formatted(head.frameCounter(), lastSealed));
    }
    lastSealed = head.frameCounter();
    head.putTo(associated, group.payloadBytes() + FrameCipher.TAG_BYTES);
    putLong(associated, FrameHead.BYTES, start);
    sealed.begin(group);
    cipher.seal(head.frameCounter(), associated, group, sealed);
    return sealed;
  }

  @Override
  public boolean open(FrameView frame, long start) {
    if (frame.payloadBytes() < FrameCipher.TAG_BYTES || !frame.isStampedFor(start)) {
      return false;
    }
    System.arraycopy(frame.header(), frame.headerOffset(), associated, 0, FrameHead.BYTES);
    putLong(associated, FrameHead.BYTES, start);
    return cipher.open(longAt(associated, FrameHead.COUNTER_AT), associated, frame);
  }
}
