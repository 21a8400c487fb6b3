package org.ltoscope;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;

/** One column of an {@link ArrowBatch}, of the formats that the library hands out. It has no NULLs. */
public final class ArrowColumn {
    /** What the values of a column mean. */
    public enum Kind { INTEGER, DECIMAL, DATE, TEXT }

    static final String TEXT_FORMAT = "u";

    private static final int VALUES = 1; // buffer 0 would say which values are NULL
    private static final int TEXT_BYTES = 2;
    private static final int DECIMAL_BYTES = 16;
    private static final int END_BYTES = 4;

    private final ArrowBatch batch;
    private final String name;
    private final Kind kind;
    private final int valueBytes; // of a number, also of one that stands for a dictionary's text
    private final int scale; // of a decimal
    private final ByteBuffer values; // of texts, where each ends, after a zero
    private final ByteBuffer bytes; // of texts
    private final ArrowColumn dictionary; // null: none

    ArrowColumn(ArrowBatch batch, String name, String format, long rowCount, long bufferList, ArrowColumn dictionary) {
        this.batch = batch;
        this.name = name;
        this.dictionary = dictionary;
        boolean isText = format.equals(TEXT_FORMAT);
        kind = isText || dictionary != null ? Kind.TEXT : kindOf(format, name);
        scale = kind == Kind.DECIMAL ? Integer.parseInt(format.substring(format.indexOf(',') + 1)) : 0;
        valueBytes = isText ? END_BYTES : bytesOf(format);
        ByteBuffer buffers = ArrowMemory.at(bufferList, (isText ? 3L : 2L) * ArrowMemory.WORD);
        long entries = isText ? rowCount + 1 : rowCount;
        values = ArrowMemory.at(ArrowMemory.word(buffers, VALUES), entries * valueBytes);
        bytes = isText ? ArrowMemory.at(ArrowMemory.word(buffers, TEXT_BYTES), number((int) rowCount)) : null;
    }

    private static Kind kindOf(String format, String name) {
        return switch (format.charAt(0)) {
            case 'C', 'i', 'l' -> Kind.INTEGER;
            case 'd' -> Kind.DECIMAL;
            case 't' -> Kind.DATE;
            default -> throw new IllegalStateException("column " + name + " has the format " + format
                    + "; expected C, i, l, d:P,S, tdD or u");
        };
    }

    private static int bytesOf(String format) {
        return switch (format.charAt(0)) {
            case 'C' -> 1;
            case 'l' -> 8;
            case 'd' -> DECIMAL_BYTES;
            default -> 4; // i, tdD
        };
    }

    public String name() {
        return name;
    }

    public Kind kind() {
        return kind;
    }

    /** Of a decimal, how many places follow the point; integers of 128 bits come as decimals of none. */
    public int scale() {
        return scale;
    }

    /** Of an integer; of a text with a dictionary, the number of its word. */
    public long integer(int row) {
        require(kind == Kind.INTEGER || dictionary != null, "an integer");
        return number(row);
    }

    public BigDecimal decimal(int row) {
        require(kind == Kind.DECIMAL, "a decimal");
        long low = values.getLong(row * DECIMAL_BYTES);
        long high = values.getLong(row * DECIMAL_BYTES + Long.BYTES);
        if (high == low >> (Long.SIZE - 1)) {
            return BigDecimal.valueOf(low, scale);
        }
        byte[] bigEndian = ByteBuffer.allocate(DECIMAL_BYTES).putLong(high).putLong(low).array();
        return new BigDecimal(new BigInteger(bigEndian), scale);
    }

    public LocalDate date(int row) {
        require(kind == Kind.DATE, "a date");
        return LocalDate.ofEpochDay(number(row));
    }

    public String text(int row) {
        require(kind == Kind.TEXT, "a text");
        if (dictionary != null) {
            return dictionary.text((int) number(row));
        }
        int start = (int) number(row);
        byte[] copy = new byte[(int) number(row + 1) - start];
        bytes.get(start, copy);
        return new String(copy, StandardCharsets.UTF_8);
    }

    private void require(boolean isOfKind, String asked) {
        batch.requireOpen();
        if (!isOfKind) {
            throw new IllegalStateException("column " + name + " is asked for " + asked + "; its values are " + kind);
        }
    }

    private long number(int row) {
        return switch (valueBytes) {
            case 1 -> Byte.toUnsignedLong(values.get(row));
            case 4 -> values.getInt(row * valueBytes);
            default -> values.getLong(row * valueBytes);
        };
    }
}
