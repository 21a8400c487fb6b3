package org.ltoscope;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** What a host counts on beside answers: misuse ends as an exception with text, and leaves JVM and balance as they were. */
final class HostChecks {
    private static final double SMALL = 0.01; // scale factor

    private HostChecks() {}

    static void run() {
        long before = Engine.memoryBalance();
        try (Engine engine = new Engine(1, 0)) {
            misuse(engine);
            engine.generate("lineitem", SMALL, 1, 1, "l_shipdate", "l_discount", "l_quantity", "l_extendedprice");
            try (Plan plan = engine.tpchPlan(6)) {
                memoryLimit(engine, plan);
                buffers(plan);
                cancellation(plan);
                copies(engine, plan);
            }
            engine.tpchPlan(6); // closed by the engine
        }
        if (Engine.memoryBalance() != before) {
            throw new IllegalStateException("the checks left " + (Engine.memoryBalance() - before) + " bytes behind");
        }
    }

    private static void misuse(Engine engine) {
        mustFail("a query without its table", EngineException.class, "lineitem", () -> engine.run(1));
        String name = "gr\u00f6\u00dfe \ud83d\ude00";
        mustFail("an unknown table", EngineException.class, name, () -> engine.rows(name));
        mustFail("no name", EngineException.class, "null", () -> engine.drop(null));
        mustFail("an unknown column", EngineException.class, "l_nothing",
                () -> engine.generate("lineitem", SMALL, 1, 1, "l_nothing"));
        mustFail("bytes that are no plan", EngineException.class, "byte", () -> engine.plan(new byte[] {1, 2, 3}));
        mustFail("no bytes", EngineException.class, "null", () -> engine.plan(null));
        mustFail("a stream nowhere", EngineException.class, "stream", () -> engine.importTable("t", 0));
        mustFail("a stream in no buffer", EngineException.class, "null", () -> engine.importTable("t", null));
        Plan closed = engine.tpchPlan(6);
        closed.close();
        closed.close();
        closed.cancel();
        mustFail("a closed plan", EngineException.class, "closed", closed::execute);
    }

    private static void memoryLimit(Engine engine, Plan plan) {
        if (Engine.memoryBalance() == Engine.NOT_COUNTED) {
            mustFail("a limit where nothing counts", EngineException.class, "does not count", () -> engine.limitMemory(1));
            return;
        }
        long[] usage = Engine.memoryUsage();
        require(usage[0] == Engine.memoryBalance() && usage[1] >= usage[0], "the usage is not the balance");
        engine.limitMemory(usage[0] / 2);
        mustFail("a limit below what is live", EngineException.class, "memory limit of " + usage[0] / 2, plan::execute);
        mustFail("a negative limit", EngineException.class, "-1", () -> engine.limitMemory(-1));
        engine.limitMemory(0);
        plan.execute();
    }

    private static void buffers(Plan plan) {
        ByteBuffer good = ArrowBatch.newStream();
        ByteBuffer unaligned = ByteBuffer.allocateDirect(2 * good.capacity()).position(1).slice();
        ByteBuffer[] wrong = {null, ByteBuffer.allocate(good.capacity()), ByteBuffer.allocateDirect(good.capacity() - 1),
            good.asReadOnlyBuffer(), unaligned};
        plan.execute();
        for (ByteBuffer buffer : wrong) {
            mustFail("the buffer " + buffer, EngineException.class, "buffer", () -> plan.stream(buffer));
        }
    }

    private static void cancellation(Plan plan) {
        plan.cancel();
        mustFail("a cancelled execution", CancelledException.class, "cancelled", plan::execute);
        mustFail("the rows of a cancelled execution", EngineException.class, "rows", plan::rowCount);
        Thread other = new Thread(plan::cancel);
        other.start();
        mustFail("an execution cancelled by another thread", CancelledException.class, "cancelled", () -> {
            while (true) {
                plan.execute();
            }
        });
        plan.execute();
    }

    /** A plan comes back from its bytes, and its rows from a table. */
    private static void copies(Engine engine, Plan plan) {
        String rows = CanonicalRows.of(plan);
        try (Plan copy = engine.plan(plan.encode())) {
            copy.execute();
            require(CanonicalRows.of(copy).equals(rows), "a plan from its own bytes gives other rows");
            require(Arrays.equals(copy.encode(), plan.encode()), "a plan from its own bytes has others");
            require(copy.steps().get(0).rows() == copy.rowCount(), "the last step does not give the plan's rows");
            require(copy.explain().lines().count() == copy.steps().size(), "the steps are not those explained");
        }
        ByteBuffer stream = ArrowBatch.newStream();
        plan.stream(stream);
        engine.importTable("copy", stream);
        require(engine.rows("copy") == plan.rowCount(), "an imported table has other rows");
        plan.stream(stream);
        ArrowBatch.releaseStream(stream);
        ArrowBatch.releaseStream(stream); // released already: nothing happens
        engine.drop("copy");
    }

    private static void mustFail(
            String what, Class<? extends EngineException> expected, String word, Runnable action) {
        try {
            action.run();
        } catch (EngineException error) {
            String text = String.valueOf(error.getMessage());
            require(error.getClass() == expected && text.contains(word),
                    what + " gave " + error + ", expected " + expected.getName() + " with \"" + word + '"');
            require(text.equals(Engine.lastError()), what + " left the last error \"" + Engine.lastError() + '"');
            return;
        }
        throw new IllegalStateException(what + " gave no error");
    }

    private static void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new IllegalStateException(otherwise);
        }
    }
}
