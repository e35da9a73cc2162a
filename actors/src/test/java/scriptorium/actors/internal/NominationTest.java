package scriptorium.actors.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.Address;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class NominationTest {

  private static final Address YOUNG = new Address("akka", "test", "young", 1);
  private static final Address OLD = new Address("akka", "test", "old", 1);

  private final List<Address> up = new ArrayList<>(List.of(YOUNG, OLD));
  private final List<String> asked = new ArrayList<>();
  private long now = -5_000_000_000L; // the clock may begin below zero
  private final Nomination nomination =
      new Nomination(
          new Nomination.Members() {
            @Override
            public List<Address> candidates() {
              return List.copyOf(up);
            }

            @Override
            public void ask(Address member, int storeVersion) {
              asked.add(member.host().get() + " " + storeVersion);
            }
          });

  @BeforeEach
  void begin() {
    nomination.outdated(3, "too old", now);
    nomination.tick(now);
  }

  private void pass(Duration time) {
    now += time.toNanos();
    nomination.tick(now);
  }

  @Test
  void asksTheYoungestFirstAndThenKeepsAsking() {
    nomination.answered(YOUNG, true, 3, now);
    pass(Duration.ofMillis(100));
    assertEquals(List.of("young 3"), asked);

    pass(Duration.ofMillis(400));

    assertEquals(List.of("young 3", "young 3"), asked);
    assertTrue(nomination.isOutdated());
  }

  @Test
  void asksTheNextAtOnceWhereOneDeclines() {
    nomination.answered(YOUNG, false, 2, now);
    nomination.tick(now);

    assertEquals(List.of("young 3", "old 3"), asked);
  }

  @Test
  void beginsAgainInAWhileWhereAllDecline() {
    nomination.answered(YOUNG, false, 2, now);
    nomination.tick(now);
    nomination.answered(OLD, false, 1, now);
    assertEquals("too old; the newest program of the other nodes knows 2", nomination.detail());
    nomination.tick(now);
    assertEquals(2, asked.size());

    pass(Duration.ofMillis(500));

    assertEquals(List.of("young 3", "old 3", "young 3"), asked);
  }

  @Test
  void turnsToTheNextWhereOneFallsSilent() {
    nomination.answered(YOUNG, true, 3, now);
    pass(Nomination.PATIENCE);
    assertEquals("young 3", asked.get(asked.size() - 1));

    pass(Duration.ofSeconds(1));

    assertEquals("old 3", asked.get(asked.size() - 1));
  }

  @Test
  void turnsToAnotherAsSoonAsOneIsGone() {
    nomination.answered(YOUNG, true, 3, now);
    up.remove(YOUNG);

    pass(Duration.ofMillis(500));

    assertEquals("old 3", asked.get(asked.size() - 1));
  }

  @Test
  void heedsNoAnswerOfOneThatIsNotAsked() {
    nomination.answered(OLD, false, 1, now);
    nomination.tick(now);

    assertEquals(List.of("young 3"), asked);
    assertEquals("too old", nomination.detail());
  }

  @Test
  void asksNobodyWhereNobodyIsThere() {
    up.clear();

    pass(Duration.ofMillis(500));

    assertEquals(List.of("young 3"), asked);
  }
}
