package scriptorium.benchmarks.journal;

import akka.persistence.AtomicWrite;
import akka.persistence.journal.AsyncWriteJournal;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import scala.jdk.javaapi.FutureConverters;
import scriptorium.benchmarks.journal.JournalHost.Tested;
import scriptorium.benchmarks.workload.Samples;
import scriptorium.benchmarks.workload.Side;
import scriptorium.persistence.segment.FrameKind;
import scriptorium.persistence.segment.FrameView;
import scriptorium.persistence.segment.SegmentReader;

/**
 * The frames of the embedded journal, ready made, one after another into a file that is full of
 * zeros, with one force of the data a group: what the disk allows.
 */
public final class BareGroups implements Side, AutoCloseable {

  private static final int FILE_BYTES = 64 << 20;
  private static final int CHUNK_BYTES = 1 << 20;

  private final String title;
  private final FileChannel file;
  private final Map<Integer, ByteBuffer> frames = new HashMap<>();
  private long position;

  private BareGroups(String title, FileChannel file) {
    this.title = title;
    this.file = file;
  }

  /**
   * Makes the file.
   *
   * @param host whose embedded journal makes the frames
   * @param groups sizes of the groups it is measured at
   */
  public static BareGroups create(
      String title, Path folder, JournalHost host, Iterable<Integer> groups)
      throws IOException, InterruptedException, ExecutionException, TimeoutException {
    Path path = folder.resolve("bare");
    BareGroups bare =
        new BareGroups(
            title, FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
    try {
      ByteBuffer zeros = ByteBuffer.allocateDirect(CHUNK_BYTES);
      for (long at = 0; at < FILE_BYTES; at += CHUNK_BYTES) {
        writeAll(bare.file, zeros.clear(), at);
      }
      bare.file.force(true);
      for (int events : groups) {
        bare.frames.put(events, frame(host, folder, events));
      }
      return bare;
    } catch (IOException | InterruptedException | ExecutionException | RuntimeException e) {
      bare.close();
      throw e;
    }
  }

  /** The frame that the journal writes for a group, read back from its file. */
  private static ByteBuffer frame(JournalHost host, Path folder, int events)
      throws InterruptedException, ExecutionException {
    String name = "frame-" + events;
    AsyncWriteJournal plugin = host.plugin(Tested.EMBEDDED);
    Object unused = await(plugin.asyncReadHighestSequenceNr(name, 0));
    AtomicWrite group = Groups.write(name, 1, events);
    unused = await(plugin.asyncWriteMessages(Groups.only(group)));
    ByteBuffer[] found = new ByteBuffer[1];
    Path log = folder.resolve("embedded").resolve(name);
    SegmentReader.Contents contents =
        SegmentReader.of(log)
            .read(
                (segment, offset, frame) -> {
                  if (frame.kind() == FrameKind.EVENTS) {
                    found[0] = copy(frame);
                  }
                });
    if (contents.end().number() != events) {
      throw new IllegalStateException("frame of " + events + " events not found: " + contents);
    }
    return found[0];
  }

  private static <T> T await(scala.concurrent.Future<T> future)
      throws InterruptedException, ExecutionException {
    return FutureConverters.asJava(future).toCompletableFuture().get();
  }

  private static ByteBuffer copy(FrameView frame) {
    int start = frame.payloadOffset() - FrameView.HEADER_BYTES;
    return ByteBuffer.allocateDirect(frame.wholeBytes())
        .put(frame.array(), start, frame.wholeBytes());
  }

  private static void writeAll(FileChannel file, ByteBuffer bytes, long from) throws IOException {
    while (bytes.hasRemaining()) {
      file.write(bytes, from + bytes.position());
    }
  }

  @Override
  public String name() {
    return title;
  }

  @Override
  public Measured measure(int events, Duration length) throws IOException {
    ByteBuffer frame = frames.get(events);
    if (frame == null) {
      throw new IllegalArgumentException("no frame of so many events: " + events);
    }
    Samples samples = new Samples();
    long start = System.nanoTime();
    long before = start;
    while (before - start < length.toNanos()) {
      append(frame);
      long after = System.nanoTime();
      samples.add(after - before);
      before = after;
    }
    return new Measured((double) samples.size() * events * 1e9 / (before - start), samples);
  }

  /** At the file's end it begins anew: the blocks are there, which is all that matters. */
  private void append(ByteBuffer frame) throws IOException {
    if (position + frame.capacity() > FILE_BYTES) {
      position = 0;
    }
    writeAll(file, frame.clear(), position);
    file.force(false);
    position += frame.capacity();
  }

  @Override
  public void clear() {
    // Nothing grows.
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
