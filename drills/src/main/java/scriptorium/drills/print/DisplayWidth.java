package scriptorium.drills.print;

/**
 * How many columns of a terminal a text takes: none for marks that combine with the letter before
 * them and for invisible format characters, two for East Asian wide characters and pictographs, one
 * for all others. Without it the columns of a table drift apart as soon as a name is not Latin.
 */
public final class DisplayWidth {

  /** First and last code point of each wide range, ascending (Unicode 15, classes W and F). */
  private static final int[] WIDE = {
    0x1100, 0x115F, 0x231A, 0x231B, 0x2329, 0x232A, 0x23E9, 0x23EC, 0x25FD, 0x25FE, 0x2614, 0x2615,
    0x2648, 0x2653, 0x26A1, 0x26A1, 0x26BD, 0x26BE, 0x26C4, 0x26C5, 0x2705, 0x2705, 0x270A, 0x270B,
    0x2728, 0x2728, 0x274C, 0x274C, 0x2753, 0x2755, 0x2795, 0x2797, 0x2B1B, 0x2B1C, 0x2B50, 0x2B50,
    0x2E80, 0x303E, 0x3041, 0x33FF, 0x3400, 0x4DBF, 0x4E00, 0x9FFF, 0xA000, 0xA4CF, 0xA960, 0xA97F,
    0xAC00, 0xD7A3, 0xF900, 0xFAFF, 0xFE30, 0xFE6F, 0xFF00, 0xFF60, 0xFFE0, 0xFFE6, 0x16FE0,
    0x18DFF, 0x1AFF0, 0x1B2FF, 0x1F004, 0x1F004, 0x1F0CF, 0x1F0CF, 0x1F18E, 0x1F18E, 0x1F191,
    0x1F19A, 0x1F200, 0x1F265, 0x1F300, 0x1F64F, 0x1F680, 0x1F6FC, 0x1F7E0, 0x1F7EB, 0x1F90C,
    0x1F9FF, 0x1FA70, 0x1FAFF, 0x20000, 0x3FFFD,
  };

  private DisplayWidth() {}

  /** The columns that a text takes. */
  public static int of(String text) {
    return text.codePoints().map(DisplayWidth::of).sum();
  }

  /** The columns that one character takes: 0, 1 or 2. */
  public static int of(int codePoint) {
    if (codePoint < 0x300) {
      return 1;
    }
    int type = Character.getType(codePoint);
    if (type == Character.NON_SPACING_MARK
        || type == Character.ENCLOSING_MARK
        || type == Character.FORMAT) {
      return 0;
    }
    for (int i = 0; i < WIDE.length && WIDE[i] <= codePoint; i += 2) {
      if (codePoint <= WIDE[i + 1]) {
        return 2;
      }
    }
    return 1;
  }

  /** The text, cut to so many columns; a cut one ends with an ellipsis. */
  public static String cut(String text, int maxColumns) {
    int column = 0;
    int keep = 0;
    for (int i = 0; i < text.length(); ) {
      int codePoint = text.codePointAt(i);
      column += of(codePoint);
      if (column > maxColumns) {
        return text.substring(0, keep) + "…";
      }
      i += Character.charCount(codePoint);
      if (column < maxColumns) {
        keep = i;
      }
    }
    return text;
  }
}
