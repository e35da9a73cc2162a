package scriptorium.drills.embedded;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.spi.ContextAwareBase;
import org.slf4j.Logger;

/**
 * Logging of every process of the command line, found by Logback as a service: to standard error,
 * for standard output is for results; warnings, or what {@code -Dscriptorium.log.level} asks for.
 * In code, because a start reads no XML for it. Whoever wants another one names a file by {@code
 * -Dlogback.configurationFile}.
 */
public final class StderrLogging extends ContextAwareBase implements Configurator {
  private static final String PATTERN = "%d{yyyy-MM-dd'T'HH:mm:ss.SSS} %-5level %logger{24} %msg%n";

  @Override
  public void configure(LoggerContext context) {
    PatternLayoutEncoder encoder = new PatternLayoutEncoder();
    encoder.setContext(context);
    encoder.setPattern(PATTERN);
    encoder.start();
    ConsoleAppender<ILoggingEvent> console = new ConsoleAppender<>();
    console.setContext(context);
    console.setTarget("System.err");
    console.setEncoder(encoder);
    console.start();
    ch.qos.logback.classic.Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
    root.setLevel(Level.toLevel(System.getProperty("scriptorium.log.level"), Level.WARN));
    root.addAppender(console);
  }
}
