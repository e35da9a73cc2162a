package scriptorium.persistence.segment;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A process of its own that does with a log what it is told, a line a command, and stops before a
 * chosen step: then it says {@code at STEP} and waits to be told to go on.
 *
 * <pre>
 * stop K          before the K-th step of the next command; 0: nowhere
 * steps           → steps STEP,STEP… of it
 * open FOLDER ID  → opened EPOCH NUMBER
 * ahead           makes segments ahead from now on, in the same thread
 * reopen          as after a failure: with the epoch claimed before
 * append EVENT PADDING → acked NUMBER
 * delete NUMBER | idle | close | release → done
 * </pre>
 *
 * Anything may be answered by {@code fenced} or {@code failed CAUSE}. With an argument it keeps the
 * wrong order of {@link CheckFirst}.
 */
final class SteppedWriter {
  private final BufferedReader in = new BufferedReader(new InputStreamReader(System.in, US_ASCII));
  private final OutputStream out = new FileOutputStream(FileDescriptor.out);
  private final LogFiles files;
  private final List<String> steps = new ArrayList<>();
  private boolean counting;
  private int stopAt;
  private @Nullable SegmentLog log;
  private String folder = "";
  private String id = "";

  private SteppedWriter(boolean checksFirst) {
    LogFiles stepped = SteppedFiles.of(this::step);
    files = checksFirst ? CheckFirst.over(stepped) : stepped;
  }

  public static void main(String[] args) throws IOException {
    SteppedWriter writer = new SteppedWriter(args.length > 0);
    for (String line = writer.in.readLine(); line != null; line = writer.in.readLine()) {
      String answer = writer.answer(line.split(" ", -1));
      writer.counting = line.startsWith("stop ");
      writer.say(answer);
    }
  }

  private void step(String name) {
    if (!counting) {
      return;
    }
    steps.add(name);
    if (steps.size() == stopAt) {
      try {
        say("at " + name);
        if (in.readLine() == null) {
          Runtime.getRuntime().halt(1);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private String answer(String[] words) {
    try {
      return done(words);
    } catch (FencedWriterException e) {
      return "fenced";
    } catch (RuntimeException e) {
      return ("failed " + e).replace('\n', ' ');
    }
  }

  private String done(String[] words) {
    switch (words[0]) {
      case "stop" -> {
        steps.clear();
        stopAt = Integer.parseInt(words[1]);
      }
      case "steps" -> {
        return "steps " + String.join(",", steps);
      }
      case "open" -> {
        log = null;
        folder = words[1];
        id = words[2];
        return opened(0);
      }
      case "reopen" -> {
        return opened(log().epoch());
      }
      case "ahead" -> log().makeSegmentsAhead(Runnable::run);
      case "append" -> {
        long number = log().highestSequenceNumber() + 1;
        log().append(SharedStore.group(words[1], Integer.parseInt(words[2])), number);
        return "acked " + number;
      }
      case "delete" -> log().deleteTo(Long.parseLong(words[1]));
      case "idle" -> log().markIdle();
      case "close" -> log().close();
      case "release" -> log().release();
      default -> throw new IllegalArgumentException(words[0]);
    }
    return "done";
  }

  private String opened(long ownEpoch) {
    log = SegmentLog.open(Path.of(folder), SharedStore.request(id, files).after(ownEpoch));
    return "opened " + log().epoch() + " " + log().highestSequenceNumber();
  }

  private SegmentLog log() {
    SegmentLog opened = log;
    if (opened == null) {
      throw new FencedWriterException("never opened");
    }
    return opened;
  }

  private void say(String line) throws IOException {
    out.write((line + "\n").getBytes(US_ASCII));
  }
}
