package org.ltoscope;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Rows as the library hands them out: an ArrowArray and its ArrowSchema, read where they are. Closing it gives the memory
 * back; nothing of it may be read afterwards. What is here of the structs is fixed by
 * <a href="https://arrow.apache.org/docs/format/CDataInterface.html">Arrow's C data interface</a>.
 */
public final class ArrowBatch implements AutoCloseable {
    private static final int ARRAY_WORDS = 10;
    private static final int SCHEMA_WORDS = 9;
    private static final int STREAM_WORDS = 5;

    private static final int ARRAY_LENGTH = 0;
    private static final int ARRAY_OFFSET = 2;
    private static final int ARRAY_BUFFERS = 5;
    private static final int ARRAY_CHILDREN = 6;
    private static final int ARRAY_DICTIONARY = 7;
    private static final int SCHEMA_FORMAT = 0;
    private static final int SCHEMA_NAME = 1;
    private static final int SCHEMA_CHILD_COUNT = 4;
    private static final int SCHEMA_CHILDREN = 5;

    private static final int ARRAY_KIND = 0;
    private static final int SCHEMA_KIND = 1;
    private static final int STREAM_KIND = 2;

    private final ByteBuffer array;
    private final ByteBuffer schema;
    private final long rowCount;
    private final List<ArrowColumn> columns = new ArrayList<>();
    private boolean isOpen = true;

    ArrowBatch(ByteBuffer array, ByteBuffer schema) {
        this.array = array;
        this.schema = schema;
        rowCount = ArrowMemory.word(array, ARRAY_LENGTH);
        try {
            long count = ArrowMemory.word(schema, SCHEMA_CHILD_COUNT);
            ByteBuffer arrays = ArrowMemory.at(ArrowMemory.word(array, ARRAY_CHILDREN), count * ArrowMemory.WORD);
            ByteBuffer schemas = ArrowMemory.at(ArrowMemory.word(schema, SCHEMA_CHILDREN), count * ArrowMemory.WORD);
            for (int i = 0; i < count; i++) {
                columns.add(column(ArrowMemory.word(arrays, i), ArrowMemory.word(schemas, i)));
            }
        } catch (RuntimeException error) {
            close();
            throw error;
        }
    }

    /** Room for an ArrowArrayStream, as {@link Plan#stream} wants it. */
    public static ByteBuffer newStream() {
        return ArrowMemory.allocate(STREAM_WORDS * ArrowMemory.WORD);
    }

    /** Releases a stream that nobody has taken over. */
    public static void releaseStream(ByteBuffer stream) {
        Engine.arrowRelease(stream, STREAM_KIND);
    }

    static ByteBuffer newArray() {
        return ArrowMemory.allocate(ARRAY_WORDS * ArrowMemory.WORD);
    }

    static ByteBuffer newSchema() {
        return ArrowMemory.allocate(SCHEMA_WORDS * ArrowMemory.WORD);
    }

    public long rowCount() {
        return rowCount;
    }

    public List<ArrowColumn> columns() {
        return columns;
    }

    @Override
    public void close() {
        if (isOpen) {
            isOpen = false;
            Engine.arrowRelease(array, ARRAY_KIND);
            Engine.arrowRelease(schema, SCHEMA_KIND);
        }
    }

    void requireOpen() {
        if (!isOpen) {
            throw new IllegalStateException("the batch is closed");
        }
    }

    private ArrowColumn column(long arrayAddress, long schemaAddress) {
        ByteBuffer child = ArrowMemory.at(arrayAddress, ARRAY_WORDS * ArrowMemory.WORD);
        ByteBuffer type = ArrowMemory.at(schemaAddress, SCHEMA_WORDS * ArrowMemory.WORD);
        String name = Engine.memoryText(ArrowMemory.word(type, SCHEMA_NAME));
        String format = Engine.memoryText(ArrowMemory.word(type, SCHEMA_FORMAT));
        if (ArrowMemory.word(child, ARRAY_OFFSET) != 0) {
            throw new IllegalStateException("column " + name + " has an offset, which the library never gives");
        }
        long words = ArrowMemory.word(child, ARRAY_DICTIONARY);
        ArrowColumn dictionary = null;
        if (words != 0) {
            ByteBuffer texts = ArrowMemory.at(words, ARRAY_WORDS * ArrowMemory.WORD);
            dictionary = new ArrowColumn(this, name, ArrowColumn.TEXT_FORMAT, ArrowMemory.word(texts, ARRAY_LENGTH),
                    ArrowMemory.word(texts, ARRAY_BUFFERS), null);
        }
        return new ArrowColumn(this, name, format, ArrowMemory.word(child, ARRAY_LENGTH),
                ArrowMemory.word(child, ARRAY_BUFFERS), dictionary);
    }
}
