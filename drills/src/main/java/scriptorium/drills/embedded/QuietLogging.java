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
    ConsoleAppender<ILoggingEvent> appender = new ConsoleAppender<>();
    appender.setContext(context);
    appender.setTarget("System.err");
    appender.setEncoder(encoder);
    appender.start();
    Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    root.setLevel(debug ? Level.INFO : Level.WARN);
    root.addAppender(appender);
  }
}
