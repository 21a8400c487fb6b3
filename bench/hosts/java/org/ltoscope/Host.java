package org.ltoscope;

import java.util.HashMap;
import java.util.Map;

/**
 * A Java host: loads libengine.so into this JVM, generates lineitem, runs queries and prints one JSON line a sample, as the
 * C++ host does. Fails on a wrong answer, and when the library's balance does not move with the table or does not return.
 */
public final class Host {
    private static final String USAGE =
            "usage: Host LIBRARY [--scale-factor X] [--queries 1,6] [--iterations N] [--threads N] [--expect 1=HASH,6=HASH]";

    private String library;
    private double scaleFactor = 1;
    private String[] queries = {"1", "6"};
    private int iterations = 3;
    private int threads = 0;
    private final Map<String, String> expected = new HashMap<>();

    public static void main(String[] arguments) {
        try {
            Host host = new Host();
            host.parse(arguments);
            host.run();
        } catch (IllegalArgumentException error) {
            System.err.println("Host: " + error.getMessage() + "; " + USAGE);
            System.exit(2);
        } catch (RuntimeException | LinkageError error) {
            System.err.println("Host: " + error);
            System.exit(1);
        }
    }

    private void parse(String[] arguments) {
        for (int i = 0; i < arguments.length; i++) {
            String argument = arguments[i];
            if (!argument.startsWith("--")) {
                library = argument;
                continue;
            }
            if (i + 1 == arguments.length) {
                throw new IllegalArgumentException(argument + " needs a value");
            }
            String value = arguments[++i];
            switch (argument) {
                case "--scale-factor" -> scaleFactor = Double.parseDouble(value);
                case "--queries" -> queries = value.split(",");
                case "--iterations" -> iterations = Integer.parseInt(value);
                case "--threads" -> threads = Integer.parseInt(value);
                case "--expect" -> {
                    for (String pair : value.split(",")) {
                        String[] parts = pair.split("=", 2);
                        if (parts.length != 2) {
                            throw new IllegalArgumentException("--expect " + pair + ": expected QUERY=HASH");
                        }
                        expected.put(parts[0], parts[1]);
                    }
                }
                default -> throw new IllegalArgumentException(argument + " is not known");
            }
        }
        if (library == null) {
            throw new IllegalArgumentException("no library given");
        }
    }

    private void run() {
        Engine.load(library);
        requireErrorsToBeExceptions();
        long balanceAtStart = Engine.memoryBalance();
        long balanceWithTable;
        long rows;
        try (Engine engine = new Engine(threads, 0)) {
            engine.generate("lineitem", scaleFactor);
            rows = engine.rows("lineitem");
            balanceWithTable = Engine.memoryBalance();
            long leastBytes = rows * 32; // keys, four decimals and three dates
            if (balanceWithTable - balanceAtStart < leastBytes) {
                throw new IllegalStateException("the balance moved by " + (balanceWithTable - balanceAtStart) + " bytes for "
                        + rows + " rows, expected at least " + leastBytes + ": the library's accounting is not live");
            }
            for (String query : queries) {
                sample(engine, query);
            }
        }
        long balanceAtEnd = Engine.memoryBalance();
        if (balanceAtEnd != balanceAtStart) {
            throw new IllegalStateException("the balance is " + balanceAtEnd + " bytes after the release, expected "
                    + balanceAtStart + " as at the start");
        }
        System.out.println("{\"library\":\"" + library.replace("\\", "\\\\").replace("\"", "\\\"") + "\",\"build_info\":\""
                + Engine.buildInfo().replace("\"", "\\\"").replace("\n", "\\n") + "\",\"rows\":" + rows + ",\"balance_start\":"
                + balanceAtStart + ",\"balance_with_table\":" + balanceWithTable + ",\"balance_end\":" + balanceAtEnd + "}");
    }

    private void sample(Engine engine, String query) {
        String first = null;
        for (int iteration = 1; iteration <= iterations; iteration++) {
            long start = System.nanoTime();
            engine.run(Integer.parseInt(query));
            long nanoseconds = System.nanoTime() - start;
            String hash = engine.hash();
            if (first == null) {
                first = hash;
            }
            if (!hash.equals(first)) {
                throw new IllegalStateException(
                        "Q" + query + ": iteration " + iteration + " gave " + hash + ", the first " + first);
            }
            System.out.println("{\"query\":\"Q" + query + "\",\"iteration\":" + iteration + ",\"nanoseconds\":" + nanoseconds
                    + ",\"result_hash\":\"" + hash + "\"}");
        }
        String wanted = expected.get(query);
        if (wanted != null && !wanted.equals(first)) {
            throw new IllegalStateException("Q" + query + ": the answer's hash is " + first + ", expected " + wanted);
        }
    }

    /** A misuse must arrive as an exception with text, and leave the JVM and the balance as they were. */
    private static void requireErrorsToBeExceptions() {
        long before = Engine.memoryBalance();
        try (Engine engine = new Engine(1, 0)) {
            engine.run(1); // before any table
            throw new IllegalStateException("a query without its table gave no error");
        } catch (EngineException expected) {
            if (expected.getMessage() == null || expected.getMessage().isEmpty()) {
                throw new IllegalStateException("the error of a query without its table has no text");
            }
        }
        if (Engine.memoryBalance() != before) {
            throw new IllegalStateException("a failed query left " + (Engine.memoryBalance() - before) + " bytes behind");
        }
    }
}
