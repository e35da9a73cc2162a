package scriptorium.database.change;

import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import org.h2.api.IntervalQualifier;
import org.h2.util.DateTimeUtils;
import org.h2.value.Value;
import org.h2.value.ValueDate;
import org.h2.value.ValueInterval;
import org.h2.value.ValueTime;
import org.h2.value.ValueTimeTimeZone;
import org.h2.value.ValueTimestamp;
import org.h2.value.ValueTimestampTimeZone;

/** Dates, times and intervals: the part of {@link ValueEncoding} that must check ranges. */
final class TemporalEncoding {
  private static final int DATE = 26;
  private static final int TIME = 27;
  private static final int TIME_TZ = 28;
  private static final int TIMESTAMP = 29;
  private static final int TIMESTAMP_TZ = 30;
  private static final int FIRST_INTERVAL = 40;

  private static final int MAX_YEAR = 1_000_000_000;
  private static final int MAX_OFFSET_SECONDS = 18 * 60 * 60;

  /** The order in which they are numbered on disk. */
  private static final IntervalQualifier[] INTERVALS = {
    IntervalQualifier.YEAR,
    IntervalQualifier.MONTH,
    IntervalQualifier.DAY,
    IntervalQualifier.HOUR,
    IntervalQualifier.MINUTE,
    IntervalQualifier.SECOND,
    IntervalQualifier.YEAR_TO_MONTH,
    IntervalQualifier.DAY_TO_HOUR,
    IntervalQualifier.DAY_TO_MINUTE,
    IntervalQualifier.DAY_TO_SECOND,
    IntervalQualifier.HOUR_TO_MINUTE,
    IntervalQualifier.HOUR_TO_SECOND,
    IntervalQualifier.MINUTE_TO_SECOND
  };

  private TemporalEncoding() {}

  static void write(Output output, Value value) {
    if (value instanceof ValueDate date) {
      output.writeByte(DATE);
      output.writeVarLong(date.getDateValue(), false);
    } else if (value instanceof ValueTime time) {
      output.writeByte(TIME);
      output.writeVarLong(time.getNanos(), true);
    } else if (value instanceof ValueTimeTimeZone time) {
      output.writeByte(TIME_TZ);
      output.writeVarLong(time.getNanos(), true);
      output.writeVarInt(time.getTimeZoneOffsetSeconds(), false);
    } else if (value instanceof ValueTimestamp timestamp) {
      output.writeByte(TIMESTAMP);
      output.writeVarLong(timestamp.getDateValue(), false);
      output.writeVarLong(timestamp.getTimeNanos(), true);
    } else if (value instanceof ValueTimestampTimeZone timestamp) {
      output.writeByte(TIMESTAMP_TZ);
      output.writeVarLong(timestamp.getDateValue(), false);
      output.writeVarLong(timestamp.getTimeNanos(), true);
      output.writeVarInt(timestamp.getTimeZoneOffsetSeconds(), false);
    } else if (value instanceof ValueInterval interval) {
      writeInterval(output, interval);
    } else {
      throw new IllegalArgumentException(
          "no encoding for H2 type " + Value.getTypeName(value.getValueType()));
    }
  }

  private static void writeInterval(Output output, ValueInterval interval) {
    int number = 0;
    while (INTERVALS[number] != interval.getQualifier()) {
      number++;
    }
    output.writeByte(FIRST_INTERVAL + number);
    output.writeBoolean(interval.isNegative());
    output.writeVarLong(interval.getLeading(), true);
    output.writeVarLong(interval.getRemaining(), true);
  }

  static Value read(Input input, int tag) {
    return switch (tag) {
      case DATE -> ValueDate.fromDateValue(readDate(input));
      case TIME -> ValueTime.fromNanos(readNanos(input));
      case TIME_TZ -> ValueTimeTimeZone.fromNanos(readNanos(input), readOffset(input));
      case TIMESTAMP -> ValueTimestamp.fromDateValueAndNanos(readDate(input), readNanos(input));
      case TIMESTAMP_TZ ->
          ValueTimestampTimeZone.fromDateValueAndNanos(
              readDate(input), readNanos(input), readOffset(input));
      default -> readInterval(input, tag);
    };
  }

  private static Value readInterval(Input input, int tag) {
    int number = tag - FIRST_INTERVAL;
    if (number < 0 || number >= INTERVALS.length) {
      throw new CorruptChangesException("unknown type of value: found=" + tag);
    }
    return ValueInterval.from(
        INTERVALS[number], input.readBoolean(), input.readVarLong(true), input.readVarLong(true));
  }

  private static long readDate(Input input) {
    long date = input.readVarLong(false);
    int year = DateTimeUtils.yearFromDateValue(date);
    int month = DateTimeUtils.monthFromDateValue(date);
    int day = DateTimeUtils.dayFromDateValue(date);
    if (Math.abs((long) year) > MAX_YEAR || !DateTimeUtils.isValidDate(year, month, day)) {
      throw new CorruptChangesException("not a date: found=" + date);
    }
    return date;
  }

  private static long readNanos(Input input) {
    long nanos = input.readVarLong(true);
    if (nanos < 0 || nanos >= DateTimeUtils.NANOS_PER_DAY) {
      throw new CorruptChangesException("not a time of day in nanoseconds: found=" + nanos);
    }
    return nanos;
  }

  private static int readOffset(Input input) {
    int offset = input.readVarInt(false);
    if (Math.abs((long) offset) > MAX_OFFSET_SECONDS) {
      throw new CorruptChangesException("not a time zone offset in seconds: found=" + offset);
    }
    return offset;
  }
}
