package org.ltoscope;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * A plan over the tables of an engine, and the rows that it gave last. Used by the engine's thread, but for {@link #cancel};
 * closing the engine closes it. Batches that it has given do not depend on it any more.
 */
public final class Plan implements AutoCloseable {
    private final Engine engine;
    private long handle;

    /** What a step has done in the last execution, its inputs apart; engine_api.h says what each number counts. */
    public record Step(long depth, String text, long rows, long batches, long nanoseconds, long allocations,
            long allocatedBytes, long peakBytes) {}

    Plan(Engine engine, long handle) {
        this.engine = engine;
        this.handle = handle;
    }

    /** The plan in the form that {@link Engine#plan} takes. */
    public byte[] encode() {
        return Engine.planEncode(handle);
    }

    /** One step a line; after an execution with the rows and the time of each. */
    public String explain() {
        return Engine.planExplain(handle);
    }

    /**
     * Reads the tables as they are now and keeps the rows in place of those before.
     *
     * @throws CancelledException when it was cancelled; then there are no rows
     */
    public void execute() {
        Engine.planExecute(handle);
    }

    /** Ends the execution that is running, or the next one when none is. Any thread may call it. */
    public synchronized void cancel() {
        if (handle != 0) {
            Engine.planCancel(handle);
        }
    }

    public long rowCount() {
        return Engine.planRows(handle);
    }

    /** The next rows that have not been handed out; null at the end. Whoever gets a batch must close it. */
    public ArrowBatch next() {
        ByteBuffer array = ArrowBatch.newArray();
        ByteBuffer schema = ArrowBatch.newSchema();
        return Engine.planNext(handle, array, schema) == 0 ? null : new ArrowBatch(array, schema);
    }

    /** Writes an ArrowArrayStream of all rows to a direct buffer, for {@link Engine#importTable} or another library. */
    public void stream(ByteBuffer stream) {
        Engine.planStream(handle, stream);
    }

    /** In the order in which {@link #explain} has them. */
    public List<Step> steps() {
        String[] texts = Engine.planSteps(handle);
        long[] numbers = Engine.planStepNumbers(handle);
        int perStep = numbers.length / texts.length;
        List<Step> steps = new ArrayList<>();
        for (int i = 0; i < texts.length; i++) {
            int n = i * perStep;
            steps.add(new Step(numbers[n], texts[i], numbers[n + 1], numbers[n + 2], numbers[n + 3], numbers[n + 4],
                    numbers[n + 5], numbers[n + 6]));
        }
        return steps;
    }

    @Override
    public synchronized void close() {
        long released = handle;
        handle = 0;
        engine.forget(this);
        Engine.planRelease(released);
    }
}
