package org.ltoscope;

/**
 * The engine of libengine.so for Java. Load the library once with {@link #load}, then open engines; one engine is used by
 * one thread at a time. A failure is an {@link EngineException}, or an OutOfMemoryError.
 */
public final class Engine implements AutoCloseable {
    private long handle;

    /** Loads the library from an absolute path. */
    public static void load(String path) {
        System.load(path);
    }

    /**
     * @param threads worker threads; 0: one for each available processor
     * @param batchSize rows handed from operator to operator at once, 64 to 8192; 0: the library's own choice
     */
    public Engine(int threads, int batchSize) {
        handle = contextCreate(threads, batchSize);
    }

    /** Generates a TPC-H table, of any of the eight names, with all its columns. */
    public void generate(String table, double scaleFactor) {
        tableGenerate(handle, table, scaleFactor);
    }

    public long rows(String table) {
        return tableRows(handle, table);
    }

    /** Runs a TPC-H query by number; its result is then in {@link #text} and {@link #hash}. */
    public void run(int query) {
        queryRun(handle, query);
    }

    public long rowCount() {
        return resultRows(handle);
    }

    public int columnCount() {
        return resultColumns(handle);
    }

    public String columnName(int column) {
        return resultColumnName(handle, column);
    }

    public String field(long row, int column) {
        return resultField(handle, row, column);
    }

    /** All rows, fields joined by '|', a newline after each row. */
    public String text() {
        return resultText(handle);
    }

    /** First 16 hex digits of the SHA-256 of {@link #text}. */
    public String hash() {
        return resultHash(handle);
    }

    @Override
    public void close() {
        long released = handle;
        handle = 0;
        contextRelease(released);
    }

    public static native String version();

    /** Lines "key=value". */
    public static native String buildInfo();

    /** Live bytes allocated through the library. */
    public static native long memoryBalance();

    /** The calling thread's last error text. */
    public static native String lastError();

    private static native long contextCreate(int threads, int batchSize);

    private static native void contextRelease(long handle);

    private static native void tableGenerate(long handle, String table, double scaleFactor);

    private static native long tableRows(long handle, String table);

    private static native void queryRun(long handle, int query);

    private static native long resultRows(long handle);

    private static native int resultColumns(long handle);

    private static native String resultColumnName(long handle, int column);

    private static native String resultField(long handle, long row, int column);

    private static native String resultText(long handle);

    private static native String resultHash(long handle);
}
