package scriptorium.drills.embedded;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.AppenderBase;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Passes log lines on, or holds them for a while. Logback calls it from one thread at a time. */
final class HeldAppender extends AppenderBase<ILoggingEvent> {

  private final List<ILoggingEvent> held = new ArrayList<>();
  private @Nullable Appender<ILoggingEvent> target;
  private boolean holds;
  private boolean neverHolds;

  synchronized void setTarget(Appender<ILoggingEvent> newTarget, boolean passAlways) {
    target = newTarget;
    neverHolds = passAlways;
  }

  synchronized void hold() {
    holds = !neverHolds;
  }

  synchronized void release(String ownMessage) {
    holds = false;
    held.stream()
        .filter(event -> ownMessage.isEmpty() || !event.getFormattedMessage().contains(ownMessage))
        .forEach(this::append);
    held.clear();
  }

  @Override
  protected synchronized void append(ILoggingEvent event) {
    if (holds) {
      held.add(event);
    } else if (target != null) {
      target.doAppend(event);
    }
  }
}
