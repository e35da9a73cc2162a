package scriptorium.drills.embedded;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigUtil;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Leaves out the serializers that nodes of a cluster talk by. An actor system makes every one that
 * is configured when it starts, and these are half of the classes that are made up at run time
 * then; a store of one process uses none of them.
 */
final class LocalSerializers {
  private static final String SERIALIZERS = "akka.actor.serializers";
  private static final String BINDINGS = "akka.actor.serialization-bindings";
  private static final List<String> BETWEEN_NODES =
      List.of("akka.cluster.", "akka.remote.", "akka.stream.");

  private LocalSerializers() {}

  /** The same settings without them, and without the classes they are bound to. */
  static Config only(Config config) {
    Set<String> left = new HashSet<>();
    Config result = config;
    for (String name : config.getObject(SERIALIZERS).keySet()) {
      String path = SERIALIZERS + '.' + ConfigUtil.quoteString(name);
      if (BETWEEN_NODES.stream().anyMatch(config.getString(path)::startsWith)) {
        left.add(name);
        result = result.withoutPath(path);
      }
    }
    for (String type : config.getObject(BINDINGS).keySet()) {
      String path = BINDINGS + '.' + ConfigUtil.quoteString(type);
      if (left.contains(config.getString(path))) {
        result = result.withoutPath(path);
      }
    }
    return result;
  }
}
