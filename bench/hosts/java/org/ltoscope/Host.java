package org.ltoscope;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * A Java host: loads libengine.so into this JVM, generates the tables, runs queries as plans and prints one JSON line a
 * sample, as the C++ host does. Reads each answer from Arrow's memory and makes its text and hash itself. Fails on a wrong
 * answer, also when the library's own hash is another one, and when the library's balance does not move with the tables or
 * does not return.
 */
public final class Host {
    private static final String USAGE =
            "usage: Host LIBRARY [--scale-factor X] [--queries 1,6 | all] [--iterations N] [--threads N] [--expect 1=HASH,6=HASH]";

    private static final List<String> ALL_QUERIES = IntStream.rangeClosed(1, 22).mapToObj(Integer::toString).toList();
    /** The queries that read lineitem alone. */
    private static final Set<String> LINEITEM_QUERIES = Set.of("1", "6");
    private static final List<String> OTHER_TABLES =
            List.of("customer", "nation", "orders", "part", "partsupp", "region", "supplier");
    /** All but the comment, which no query reads. */
    private static final String[] LINEITEM_COLUMNS = {"l_orderkey", "l_partkey", "l_suppkey", "l_linenumber", "l_quantity",
        "l_extendedprice", "l_discount", "l_tax", "l_returnflag", "l_linestatus", "l_shipdate", "l_commitdate",
        "l_receiptdate", "l_shipinstruct", "l_shipmode"};

    private String library;
    private double scaleFactor = 1;
    private List<String> queries = List.of("1", "6");
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
                case "--queries" -> queries = value.equals("all") ? ALL_QUERIES : List.of(value.split(","));
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
        HostChecks.run();
        long balanceAtStart = Engine.memoryBalance();
        long balanceWithTable;
        long rows;
        try (Engine engine = new Engine(threads, 0)) {
            generate(engine);
            rows = engine.rows("lineitem");
            balanceWithTable = Engine.memoryBalance();
            long leastBytes = rows * 32; // keys, four decimals and three dates
            boolean isCounted = balanceAtStart != Engine.NOT_COUNTED;
            if (isCounted && balanceWithTable - balanceAtStart < leastBytes) {
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

    private void generate(Engine engine) {
        engine.generate("lineitem", scaleFactor, 1, 1, LINEITEM_COLUMNS);
        if (!LINEITEM_QUERIES.containsAll(queries)) {
            for (String table : OTHER_TABLES) {
                engine.generate(table, scaleFactor);
            }
        }
    }

    private void sample(Engine engine, String query) {
        int number = Integer.parseInt(query);
        engine.run(number);
        String wanted = engine.hash();
        try (Plan plan = engine.tpchPlan(number)) {
            for (int iteration = 1; iteration <= iterations; iteration++) {
                long start = System.nanoTime();
                plan.execute();
                long nanoseconds = System.nanoTime() - start;
                String hash = CanonicalRows.hash(CanonicalRows.of(plan));
                System.out.println("{\"query\":\"Q" + query + "\",\"iteration\":" + iteration + ",\"nanoseconds\":"
                        + nanoseconds + ",\"result_hash\":\"" + hash + "\"}");
                if (!hash.equals(wanted)) {
                    throw new IllegalStateException("Q" + query + ": iteration " + iteration + " gave rows of hash " + hash
                            + ", the library's text has " + wanted);
                }
            }
        }
        String expectedHash = expected.getOrDefault(query, wanted);
        if (!expectedHash.equals(wanted)) {
            throw new IllegalStateException(
                    "Q" + query + ": the answer's hash is " + wanted + ", expected " + expectedHash);
        }
    }
}
