package scriptorium.drills.sql;

/**
 * How a session behaves.
 *
 * @param source what messages call the text: a file's name, or {@code stdin}
 * @param limitRows most rows of a result that are shown; 0 for all
 * @param ack print a line for programs after each acknowledged change
 * @param goOn go on after a statement that failed
 * @param interactive a person types
 */
record ShellSettings(
    String source, int limitRows, boolean ack, boolean goOn, boolean interactive) {}
