package scriptorium.drills.embedded;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import org.slf4j.ILoggerFactory;
import org.slf4j.LoggerFactory;

/** Logging of a command that talks to a person: warnings only, one line each, to standard error. */
public final class QuietLogging {

  private static final HeldAppender APPENDER = new HeldAppender();

  private QuietLogging() {}

  /**
   * Replaces whatever logging this process had.
   *
   * @param debug true to show information and stack traces too
   */
  public static void start(boolean debug) {
    ILoggerFactory factory = LoggerFactory.getILoggerFactory();
    if (!(factory instanceof LoggerContext context)) {
      // Another binding was put on the class path; its own configuration rules.
      return;
    }
    context.reset();
    PatternLayoutEncoder encoder = new PatternLayoutEncoder();
    encoder.setContext(context);
    encoder.setPattern(debug ? "%d %-5level %logger: %msg%n" : "%-5level %logger{0}: %msg%n%nopex");
    encoder.start();
    ConsoleAppender<ILoggingEvent> console = new ConsoleAppender<>();
    console.setContext(context);
    console.setTarget("System.err");
    console.setEncoder(encoder);
    console.start();
    APPENDER.setContext(context);
    APPENDER.setTarget(console, debug);
    APPENDER.start();
    Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    root.setLevel(debug ? Level.INFO : Level.WARN);
    root.addAppender(APPENDER);
  }

  /**
   * Holds lines back until {@link #release}, so that a failure is told once, by the command, and
   * not by each part that it passed through.
   */
  static void hold() {
    APPENDER.hold();
  }

  /** Shows what was held back, but for lines that say what the command's own message says. */
  static void release(String ownMessage) {
    APPENDER.release(ownMessage);
  }
}
