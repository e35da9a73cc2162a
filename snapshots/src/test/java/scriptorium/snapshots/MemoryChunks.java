package scriptorium.snapshots;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Keeps chunks in memory. */
final class MemoryChunks implements ChunkSink, ChunkSource {
  final List<byte[]> chunks = new ArrayList<>();

  @Override
  public void accept(int index, byte[] bytes) {
    if (index != chunks.size()) {
      throw new IllegalArgumentException("index=" + index + " expected=" + chunks.size());
    }
    chunks.add(bytes);
  }

  @Override
  public byte[] read(int index) throws IOException {
    if (index >= chunks.size()) {
      throw new FileNotFoundException("chunk " + index);
    }
    return chunks.get(index);
  }
}
