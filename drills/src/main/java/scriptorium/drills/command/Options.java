package scriptorium.drills.command;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The words after a command's name: {@code --name value} or {@code --name=value}, {@code --flag},
 * and operands. {@code --} ends the options. Immutable once parsed.
 */
public final class Options {

  private final Map<String, String> values = new HashMap<>();
  private final List<String> operands = new ArrayList<>();
  private final String command;

  private Options(String command) {
    this.command = command;
  }

  /**
   * Sorts the words.
   *
   * @param command the command's name, for messages
   * @param valued names of options that take a value, with their dashes
   * @param flags names of options that take none, with their dashes
   * @param maxOperands most operands
   * @throws UsageException on a word that fits nowhere
   */
  public static Options parse(
      String command, List<String> args, Set<String> valued, Set<String> flags, int maxOperands) {
    Options options = new Options(command);
    boolean onlyOperands = false;
    for (int i = 0; i < args.size(); i++) {
      String word = args.get(i);
      if (onlyOperands || !word.startsWith("-") || word.equals("-")) {
        options.operands.add(word);
      } else if (word.equals("--")) {
        onlyOperands = true;
      } else {
        i += options.take(word, i + 1 < args.size() ? args.get(i + 1) : null, valued, flags);
      }
    }
    if (options.operands.size() > maxOperands) {
      throw options.wrong("unexpected argument '" + options.operands.get(maxOperands) + "'");
    }
    return options;
  }

  private int take(String word, @Nullable String next, Set<String> valued, Set<String> flags) {
    int equals = word.indexOf('=');
    String name = equals < 0 ? word : word.substring(0, equals);
    if (flags.contains(name) && equals < 0) {
      put(name, "");
      return 0;
    }
    if (!valued.contains(name)) {
      throw wrong(
          flags.contains(name)
              ? "option " + name + " takes no value"
              : "unknown option '" + name + "'");
    }
    if (equals >= 0) {
      put(name, word.substring(equals + 1));
      return 0;
    }
    if (next == null) {
      throw wrong("option " + name + " needs a value");
    }
    put(name, next);
    return 1;
  }

  private void put(String name, String value) {
    if (values.putIfAbsent(name, value) != null) {
      throw wrong("option " + name + " is given twice");
    }
  }

  /** Whether the flag was given. */
  public boolean flag(String name) {
    return values.containsKey(name);
  }

  /** The option's value, where given. */
  public Optional<String> text(String name) {
    return Optional.ofNullable(values.get(name));
  }

  /** The option's number, refused outside its range. */
  public int integer(String name, int absent, int min, int max) {
    return (int) number(name, absent, min, max);
  }

  /** The option's number, refused outside its range. */
  public long number(String name, long absent, long min, long max) {
    String value = values.get(name);
    if (value == null) {
      return absent;
    }
    try {
      long number = Long.parseLong(value);
      if (number >= min && number <= max) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Answered below like a number out of range: both are the same mistake to the user.
    }
    throw wrong(
        "option " + name + ": expected a number " + min + " to " + max + ", found '" + value + "'");
  }

  /** The operands, in order. */
  public List<String> operands() {
    return List.copyOf(operands);
  }

  private UsageException wrong(String what) {
    return new UsageException(what + " (see: ./scriptorium " + command + " --help)");
  }
}
