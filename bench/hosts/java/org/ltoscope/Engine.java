package org.ltoscope;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * The engine of libengine.so for Java. Load the library once with {@link #load}, then open engines; one engine is used by
 * one thread at a time. A failure is an {@link EngineException}, or an OutOfMemoryError.
 */
public final class Engine implements AutoCloseable {
    private final List<Plan> plans = new ArrayList<>(); // the open ones, which must not outlive the context
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

    /**
     * Ends executions with an EngineException that names the steps which allocated most, once more bytes are live in the
     * library; 0: no limit. The engine goes on to work. A library that does not count refuses a limit.
     */
    public void limitMemory(long bytes) {
        contextLimitMemory(handle, bytes);
    }

    /** Generates a TPC-H table, of any of the eight names, with all its columns. */
    public void generate(String table, double scaleFactor) {
        generate(table, scaleFactor, 1, 1);
    }

    /**
     * Generates a part of a table's rows, or some of its columns.
     *
     * @param part which of {@code parts} pieces of neighbouring rows, counted from 1
     * @param columns names; none: all columns
     */
    public void generate(String table, double scaleFactor, long part, long parts, String... columns) {
        tableGenerate(handle, table, scaleFactor, part, parts, columns.length == 0 ? null : columns);
    }

    /** Takes a table over from the ArrowArrayStream at an address, which is released in any case. */
    public void importTable(String table, long streamAddress) {
        tableImport(handle, table, streamAddress);
    }

    /** The same from a stream in a direct buffer, such as {@link Plan#stream} fills in. */
    public void importTable(String table, ByteBuffer stream) {
        importTable(table, memoryAddress(stream));
    }

    /** Gives a table's memory back; nothing happens when there is none. */
    public void drop(String table) {
        tableDrop(handle, table);
    }

    public long rows(String table) {
        return tableRows(handle, table);
    }

    /** A plan from its encoded form; core/plan/encoding.h describes it. */
    public Plan plan(byte[] encoded) {
        return remember(planCreate(handle, encoded));
    }

    /** The plan of a TPC-H query by number, with the specification's validation parameters. */
    public Plan tpchPlan(int query) {
        return remember(planTpch(handle, query));
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

    private Plan remember(long planHandle) {
        Plan plan = new Plan(this, planHandle);
        plans.add(plan);
        return plan;
    }

    void forget(Plan plan) {
        plans.remove(plan);
    }

    @Override
    public void close() {
        for (Plan plan : List.copyOf(plans)) {
            plan.close();
        }
        long released = handle;
        handle = 0;
        contextRelease(released);
    }

    public static native String version();

    /** Lines "key=value". */
    public static native String buildInfo();

    /** The balance of a library that leaves operators new and delete to its host. */
    public static final long NOT_COUNTED = -1;

    /** Live bytes allocated through the library, or NOT_COUNTED. */
    public static native long memoryBalance();

    /**
     * What the library's allocator knows of itself: live bytes, the most there were (approximate), about how often threads
     * added to the shared count, and blocks deleted without their size (-1: not counted). {@link #buildInfo} names the design.
     */
    public static native long[] memoryUsage();

    /** Has executions write a line about it to standard error about every so many seconds; 0: never. */
    public static native void memoryLog(long seconds);

    /** The calling thread's last error text. */
    public static native String lastError();

    private static native long contextCreate(int threads, int batchSize);

    private static native void contextLimitMemory(long handle, long bytes);

    private static native void contextRelease(long handle);

    private static native void tableGenerate(
            long handle, String table, double scaleFactor, long part, long parts, String[] columns);

    private static native void tableImport(long handle, String table, long streamAddress);

    private static native void tableDrop(long handle, String table);

    private static native long tableRows(long handle, String table);

    private static native void queryRun(long handle, int query);

    private static native long resultRows(long handle);

    private static native int resultColumns(long handle);

    private static native String resultColumnName(long handle, int column);

    private static native String resultField(long handle, long row, int column);

    private static native String resultText(long handle);

    private static native String resultHash(long handle);

    private static native long planCreate(long handle, byte[] bytes);

    private static native long planTpch(long handle, int query);

    static native void planRelease(long plan);

    static native String planExplain(long plan);

    static native byte[] planEncode(long plan);

    static native void planExecute(long plan);

    static native void planCancel(long plan);

    static native long planRows(long plan);

    /** Fills two direct buffers in; gives the number of rows, 0 at the end. */
    static native long planNext(long plan, ByteBuffer array, ByteBuffer schema);

    static native void planStream(long plan, ByteBuffer stream);

    static native String[] planSteps(long plan);

    /** Seven of each step. */
    static native long[] planStepNumbers(long plan);

    /** Releases the struct in a direct buffer: an array, a schema or a stream for the kinds 0, 1 and 2. */
    static native void arrowRelease(ByteBuffer struct, int kind);

    /** Memory that stays where it is, in big-endian order as all new buffers. */
    static native ByteBuffer memory(long address, long length);

    /** Text up to a zero byte; null at address 0. */
    static native String memoryText(long address);

    /** Where a direct buffer's byte 0 is. */
    static native long memoryAddress(ByteBuffer buffer);
}
