package org.ltoscope;

import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.StringJoiner;

/**
 * A plan's rows as the canonical text whose hash the library knows too, made from Arrow's memory alone: fields joined by
 * '|', a newline after each row.
 */
final class CanonicalRows {
    private static final int PLACES = 2;
    private static final int HASH_DIGITS = 16;

    private CanonicalRows() {}

    /** All rows that the plan has not handed out. */
    static String of(Plan plan) {
        StringBuilder text = new StringBuilder();
        for (ArrowBatch batch = plan.next(); batch != null; batch = plan.next()) {
            try (ArrowBatch closing = batch) {
                for (int row = 0; row < closing.rowCount(); row++) {
                    StringJoiner fields = new StringJoiner("|", "", "\n");
                    for (ArrowColumn column : closing.columns()) {
                        fields.add(field(column, row));
                    }
                    text.append(fields);
                }
            }
        }
        return text.toString();
    }

    /** The first digits of the SHA-256. */
    static String hash(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest).substring(0, HASH_DIGITS);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible); // every Java has it
        }
    }

    private static String field(ArrowColumn column, int row) {
        return switch (column.kind()) {
            case INTEGER -> Long.toString(column.integer(row));
            // HALF_UP of Java rounds half away from zero. Integers of 128 bits come without places.
            case DECIMAL -> column.decimal(row).setScale(column.scale() == 0 ? 0 : PLACES, RoundingMode.HALF_UP)
                    .toPlainString();
            case DATE -> column.date(row).toString();
            case TEXT -> withoutBlanks(column.text(row));
        };
    }

    /** Without blanks at either end; other white space stays. */
    private static String withoutBlanks(String text) {
        int first = 0;
        int end = text.length();
        while (first < end && text.charAt(first) == ' ') {
            first++;
        }
        while (end > first && text.charAt(end - 1) == ' ') {
            end--;
        }
        return text.substring(first, end);
    }
}
