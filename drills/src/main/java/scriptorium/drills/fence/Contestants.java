package scriptorium.drills.fence;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import scriptorium.drills.failover.process.EventLine;
import scriptorium.drills.failover.process.JvmProcess;

/**
 * The processes of the drill: writers, of which one that is killed is replaced by another, and the
 * reader. They end with this process whatever becomes of it, for their standard input ends.
 */
final class Contestants implements AutoCloseable {

  private static final List<String> JVM_FLAGS =
      List.of("-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto");
  private static final Duration END_LIMIT = Duration.ofSeconds(10);

  private final FenceSettings settings;
  private final Path logs;
  private final List<JvmProcess> writers = new ArrayList<>();
  private final SignalShell signals = new SignalShell();
  private final JvmProcess follower;
  private volatile Optional<RoundHistory> history = Optional.empty();
  private int started;

  Contestants(FenceSettings settings) throws IOException {
    this.settings = settings;
    this.logs = Files.createDirectories(settings.folder().resolve("logs"));
    follower = start("follower", List.of(FollowerCommand.NAME, "--data", data()));
    for (int i = 0; i < settings.writers(); i++) {
      writers.add(startWriter());
    }
  }

  private String data() {
    return settings.folder().toString();
  }

  private JvmProcess startWriter() throws IOException {
    started++;
    String name = "w" + started;
    List<String> words =
        new ArrayList<>(List.of(ContenderCommand.NAME, "--data", data(), "--name", name));
    settings.files().ifPresent(files -> words.addAll(List.of("--files", files)));
    return start(name, words);
  }

  private JvmProcess start(String name, List<String> words) throws IOException {
    Consumer<EventLine> listener = line -> history.ifPresent(current -> current.tell(name, line));
    return JvmProcess.start(name, logs, JVM_FLAGS, words, listener);
  }

  int writers() {
    return writers.size();
  }

  /** A new round: what the processes tell from now on belongs to it. */
  void begin(RoundHistory round) {
    history = Optional.of(round);
  }

  void tellWriter(int index, String line) throws IOException {
    writers.get(index).tell(line);
  }

  void tellFollower(String line) throws IOException {
    follower.tell(line);
  }

  /**
   * @param index of a writer; the number of writers for the reader
   */
  void signal(int index, String signal) throws IOException {
    JvmProcess process = index == writers.size() ? follower : writers.get(index);
    signals.send(signal, process.pid());
  }

  /** Kills a writer, as {@code kill -9} would, and starts another in its place. */
  void replace(int index) throws IOException, InterruptedException {
    JvmProcess killed = writers.get(index);
    // Not by the handle, which would throw away what was told and not read yet.
    signals.send("KILL", killed.pid());
    killed.awaitToldAll(END_LIMIT);
    writers.set(index, startWriter());
  }

  /** Names of processes that ended though nobody killed them. */
  List<String> ended() {
    List<JvmProcess> all = new ArrayList<>(writers);
    all.add(follower);
    return all.stream().filter(process -> !process.isAlive()).map(JvmProcess::name).toList();
  }

  @Override
  public void close() {
    writers.forEach(JvmProcess::kill);
    follower.kill();
    signals.close();
  }
}
