package scriptorium.actors.internal;

import static java.util.Objects.requireNonNull;

import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import scriptorium.actors.internal.Outcomes.Entry;

/**
 * Outcomes in order of arrival, found by txId. An entry is four numbers in a page and not objects
 * in a map: the writer adds one and forgets one a write, and each object was a cache miss.
 *
 * <p>Entries are counted as they arrive; the count may wrap. A head names the youngest entry of a
 * hash, and each entry the distance to the one before it of the same hash. Chains thus run from
 * young to old, and because the oldest leaves first, forgetting touches none of them: a walk ends
 * where the forgotten begin. A head may go on naming what is forgotten, even until its number comes
 * round again; its hash has no entry then, and the ids met on the walk are all others.
 *
 * <p>Invariants: size = next - oldest &lt;= heads / 2; an entry is in the chain of its hash; full
 * pages keep their entries, the last one only grows, and only links are written again. So a
 * snapshot takes the entries by noting the pages. Owned by the writer, but for {@link Held}.
 */
final class OutcomeTable {

  private static final int PAGE_BITS = 10;
  private static final int PAGE = 1 << PAGE_BITS;
  private static final int FEWEST_HEADS = 2 * PAGE;

  /** In the place of a value: the entry is a tombstone. Compared by reference. */
  private static final byte[] NEVER = {};

  // An entry's words; the two that a walk reads lie side by side.
  private static final int LOW = 0;
  private static final int LINK = 1;
  private static final int HIGH = 2;
  private static final int NUMBER = 3;
  private static final int WORDS_BITS = 2;

  private int[] heads = new int[FEWEST_HEADS];
  private @Nullable Page[] pages = new @Nullable Page[FEWEST_HEADS / PAGE];
  private int oldest;
  private int next;

  /** Empty. The first entry has this number; with 1, new heads name none. */
  OutcomeTable(int first) {
    this.oldest = first;
    this.next = first;
  }

  private static final class Page {
    private final long[] words = new long[PAGE << WORDS_BITS];
    private final byte[] @Nullable [] values = new byte[PAGE] @Nullable [];

    Entry entry(int number) {
      int at = wordsOf(number);
      byte[] value = values[number & (PAGE - 1)];
      boolean never = value == NEVER;
      UUID txId = new UUID(words[at + HIGH], words[at + LOW]);
      return new Entry(txId, words[at + NUMBER], never, never ? null : value);
    }
  }

  int size() {
    return next - oldest;
  }

  @Nullable Entry find(UUID txId) {
    int age = ageOf(txId);
    return age == 0 ? null : page(next - age).entry(next - age);
  }

  /** How many entries ago it arrived, the last being 1; 0 where it is not there. */
  private int ageOf(UUID txId) {
    long high = txId.getMostSignificantBits();
    long low = txId.getLeastSignificantBits();
    int size = size();
    int age = next - heads[headOf(high, low)];
    while (Integer.compareUnsigned(age - 1, size) < 0) {
      long[] words = page(next - age).words;
      int at = wordsOf(next - age);
      if (words[at + LOW] == low && words[at + HIGH] == high) {
        return age;
      }
      long link = words[at + LINK];
      if (link == 0) {
        return 0;
      }
      age += (int) link;
    }
    return 0;
  }

  /**
   * Adds it as the youngest.
   *
   * @return whether it was added; false where its txId is there already
   */
  boolean add(UUID txId, long sequenceNumber, boolean never, byte @Nullable [] value) {
    if (ageOf(txId) != 0) {
      return false;
    }
    append(txId, sequenceNumber, never, value);
    return true;
  }

  /** The same with a txId that is known not to be there. */
  void append(UUID txId, long sequenceNumber, boolean never, byte @Nullable [] value) {
    if (size() == heads.length / 2) {
      grow();
    }
    Page page = pageOfNext();
    int at = wordsOf(next);
    page.words[at + LOW] = txId.getLeastSignificantBits();
    page.words[at + HIGH] = txId.getMostSignificantBits();
    page.words[at + NUMBER] = sequenceNumber;
    if (never || value != null) {
      page.values[next & (PAGE - 1)] = never ? NEVER : value;
    }
    link(page, next++);
  }

  private Page pageOfNext() {
    int place = placeOf(next);
    Page page = pages[place];
    if (page == null) {
      page = new Page();
      pages[place] = page;
    }
    return page;
  }

  /** Makes an entry, younger than all that are linked, the head of its chain. */
  private void link(Page page, int number) {
    long[] words = page.words;
    int at = wordsOf(number);
    int head = headOf(words[at + HIGH], words[at + LOW]);
    int distance = number - heads[head];
    boolean isRemembered = Integer.compareUnsigned(distance, number - oldest) <= 0;
    words[at + LINK] = isRemembered ? distance : 0;
    heads[head] = number;
  }

  /** Forgets the oldest entry; there must be one. */
  UUID forgetOldest() {
    long[] words = page(oldest).words;
    int at = wordsOf(oldest);
    UUID txId = new UUID(words[at + HIGH], words[at + LOW]);
    if ((oldest & (PAGE - 1)) == PAGE - 1) {
      pages[placeOf(oldest)] = null;
    }
    oldest++;
    return txId;
  }

  /** Twice the heads, and places for the pages to match: half of them full, and one begun. */
  private void grow() {
    @Nullable Page[] held = heldPages();
    int firstPage = oldest >>> PAGE_BITS;
    heads = new int[heads.length * 2];
    pages = new @Nullable Page[heads.length / PAGE];
    for (int i = 0; i < held.length; i++) {
      pages[(firstPage + i) & (pages.length - 1)] = held[i];
    }
    for (int number = oldest; number != next; number++) {
      link(page(number), number);
    }
  }

  private @Nullable Page[] heldPages() {
    int count = size() == 0 ? 0 : ((oldest & (PAGE - 1)) + size() + PAGE - 1) >>> PAGE_BITS;
    @Nullable Page[] held = new @Nullable Page[count];
    for (int i = 0; i < count; i++) {
      held[i] = pages[((oldest >>> PAGE_BITS) + i) & (pages.length - 1)];
    }
    return held;
  }

  private Page page(int number) {
    return requireNonNull(pages[placeOf(number)]);
  }

  private int placeOf(int number) {
    return (number >>> PAGE_BITS) & (pages.length - 1);
  }

  private static int wordsOf(int number) {
    return (number & (PAGE - 1)) << WORDS_BITS;
  }

  /** Ids of one source differ in few bits, in time and counter, unless they are random. */
  private int headOf(long high, long low) {
    long mixed = high * 0xC2B2_AE3D_27D4_EB4FL ^ low;
    mixed = (mixed ^ (mixed >>> 32)) * 0x9E37_79B9_7F4A_7C15L;
    return (int) (mixed >>> 32) & (heads.length - 1);
  }

  /** The entries of one moment; those that come later do not show. */
  Held held() {
    return new Held(heldPages(), oldest & (PAGE - 1), size());
  }

  /** Entries in order of arrival. Safe for use by another thread than the writer's. */
  static final class Held {
    private final @Nullable Page[] pages;
    private final int skipped;
    private final int size;

    private Held(@Nullable Page[] pages, int skipped, int size) {
      this.pages = pages;
      this.skipped = skipped;
      this.size = size;
    }

    int size() {
      return size;
    }

    void forEach(Consumer<Entry> reader) {
      for (int i = skipped; i < skipped + size; i++) {
        reader.accept(requireNonNull(pages[i >>> PAGE_BITS]).entry(i));
      }
    }
  }
}
