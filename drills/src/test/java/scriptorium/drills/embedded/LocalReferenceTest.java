package scriptorium.drills.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.typed.ActorSystem;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigObject;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class LocalReferenceTest {

  private final Config all = ConfigFactory.load();
  private final Config local = ConfigFactory.load(LocalReference.LOADER);

  private static ConfigObject serializers(Config config) {
    return config.getObject("akka.actor.serializers");
  }

  private static ConfigObject bindings(Config config) {
    return config.getObject("akka.actor.serialization-bindings");
  }

  @Test
  void leavesOutWhatOnlyNodesOfAClusterTalkBy() {
    assertTrue(serializers(all).containsKey("akka-cluster"));

    assertFalse(serializers(local).containsKey("akka-cluster"));
    assertFalse(serializers(local).containsKey("akka-misc"));
    assertFalse(local.hasPath("akka.remote"));
  }

  @Test
  void keepsWhatAStoreIsJournaledAndSavedBy() {
    assertTrue(serializers(local).containsKey("akka-persistence-message"));
    assertEquals(
        bindings(all).get("scriptorium.persistence.codec.EncodedEvent"),
        bindings(local).get("scriptorium.persistence.codec.EncodedEvent"));
    assertEquals(all.getConfig("scriptorium"), local.getConfig("scriptorium"));
  }

  @Test
  void bindsNoClassToASerializerThatIsLeftOut() {
    bindings(local)
        .forEach(
            (type, serializer) ->
                assertTrue(
                    serializer.unwrapped().equals("none")
                        || serializers(local).containsKey(serializer.unwrapped().toString()),
                    () -> type + " is bound to " + serializer));
  }

  @Test
  void staysLeftOutInAStartedSystem() {
    Config config = LocalStore.config(Path.of("unused"), "unused", Map.of());

    ActorSystem<Void> system = LocalStore.system(config);

    try {
      assertEquals(serializers(local), serializers(system.settings().config()));
    } finally {
      system.terminate();
    }
  }
}
