package scriptorium.drills.embedded;

import java.io.IOException;
import java.net.URL;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;

/**
 * Finds each library's default settings, but for those of the libraries by which nodes of a cluster
 * talk: they are a third of all settings, and name most of the serializers that an actor system
 * makes when it starts. A store of one process uses none of them.
 *
 * <p>Akka must be started with this loader too: it puts the default settings that its loader finds
 * below those that it is given, and demands them all. For any thread.
 */
final class LocalReference extends ClassLoader {
  static {
    registerAsParallelCapable();
  }

  /** One for all: the settings are kept for the loader that asked last. */
  static final ClassLoader LOADER = new LocalReference(LocalReference.class.getClassLoader());

  private static final List<String> BETWEEN_NODES =
      List.of("/akka-cluster", "/akka-distributed-data", "/akka-remote");

  LocalReference(ClassLoader parent) {
    super(parent);
  }

  @Override
  public Enumeration<URL> getResources(String name) throws IOException {
    Enumeration<URL> found = super.getResources(name);
    return name.equals("reference.conf") ? local(found) : found;
  }

  private static Enumeration<URL> local(Enumeration<URL> all) {
    return Collections.enumeration(
        Collections.list(all).stream().filter(LocalReference::isLocal).toList());
  }

  private static boolean isLocal(URL settings) {
    return BETWEEN_NODES.stream().noneMatch(settings.getPath()::contains);
  }
}
