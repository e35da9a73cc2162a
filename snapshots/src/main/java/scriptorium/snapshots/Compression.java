package scriptorium.snapshots;

import com.github.luben.zstd.ZstdInputStream;
import com.github.luben.zstd.ZstdOutputStream;
import com.github.luben.zstd.util.Native;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** How a snapshot's sections are compressed; a snapshot names it, so that any node can read it. */
public enum Compression {
  /** Five times smaller at a ninth of gzip's time, by a native library. */
  ZSTD(1) {
    @Override
    OutputStream compress(OutputStream out, int level) throws IOException {
      return new ZstdOutputStream(out, level);
    }

    @Override
    InputStream decompress(InputStream in) throws IOException {
      return new ZstdInputStream(in);
    }
  },

  /** The JDK's own: where the native library cannot be unpacked (noexec /tmp) or linked (musl). */
  GZIP(2) {
    @Override
    OutputStream compress(OutputStream out, int level) throws IOException {
      // Level is zstd's scale; gzip keeps its default, the only one that is small and not slow.
      return new GZIPOutputStream(out, 8_192);
    }

    @Override
    InputStream decompress(InputStream in) throws IOException {
      return new GZIPInputStream(in, 8_192);
    }
  };

  private final int code;

  Compression(int code) {
    this.code = code;
  }

  /** Returns the quickest that works in this process. */
  public static Compression best() {
    return NativeLibrary.LOADED ? ZSTD : GZIP;
  }

  /** Whether this process can read and write it. */
  public boolean isAvailable() {
    return this == GZIP || NativeLibrary.LOADED;
  }

  /** The number that stands for it in a manifest; never changes. */
  int code() {
    return code;
  }

  /**
   * Returns the one that a number stands for.
   *
   * @throws UnsupportedSnapshotException if it stands for none that is known here
   */
  static Compression ofCode(int code) {
    for (Compression compression : values()) {
      if (compression.code == code) {
        return compression;
      }
    }
    throw new UnsupportedSnapshotException(
        "snapshot is compressed in an unknown way: code=%d; use the program that wrote it"
            .formatted(code));
  }

  /** Wraps a stream; closing the result ends the compressed form and closes the stream. */
  abstract OutputStream compress(OutputStream out, int level) throws IOException;

  abstract InputStream decompress(InputStream in) throws IOException;

  private static final class NativeLibrary {
    static final boolean LOADED = load();

    private static boolean load() {
      try {
        Native.load();
        return true;
      } catch (LinkageError cannotLoad) {
        return false;
      }
    }
  }
}
