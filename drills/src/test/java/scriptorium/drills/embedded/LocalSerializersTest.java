package scriptorium.drills.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigObject;
import org.junit.jupiter.api.Test;

final class LocalSerializersTest {

  private final Config all = ConfigFactory.load();
  private final Config local = LocalSerializers.only(all);

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
  }

  @Test
  void keepsWhatAStoreIsJournaledAndSavedBy() {
    assertTrue(serializers(local).containsKey("scriptorium"));
    assertTrue(serializers(local).containsKey("akka-persistence-message"));
    assertEquals(
        bindings(all).get("scriptorium.persistence.codec.EncodedEvent"),
        bindings(local).get("scriptorium.persistence.codec.EncodedEvent"));
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
  void changesNothingElse() {
    String bindings = "akka.actor.serialization-bindings";
    String serializers = "akka.actor.serializers";

    assertEquals(
        all.withoutPath(bindings).withoutPath(serializers),
        local.withoutPath(bindings).withoutPath(serializers));
  }
}
