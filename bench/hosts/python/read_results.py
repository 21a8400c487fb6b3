#!/usr/bin/env python3
"""Runs TPC-H-derived queries in libengine.so and prints their rows, read from memory through Arrow's C interfaces.

With --check it prints nothing but what went wrong: it compares the rows of each query with the library's own text,
hands a table of its own over, runs a plan that it has written itself over it, and looks whether the library has all its
memory back. Needs nothing but Python's standard library.
"""

import argparse
import csv
import datetime
import decimal
import sys

import arrow
import plan
from engine import Engine, EngineError, Library

TABLES = "customer lineitem nation orders part partsupp region supplier".split()
ALL_QUERIES = range(1, 23)
CENT = decimal.Decimal("0.01")


def canonical_field(value):
    if isinstance(value, decimal.Decimal):
        if value.as_tuple().exponent == 0:
            return str(value)  # an integer of 128 bits
        rounded = value.quantize(CENT, rounding=decimal.ROUND_HALF_UP)  # half away from zero
        return str(abs(rounded) if rounded.is_zero() else rounded)
    if isinstance(value, datetime.date):
        return value.isoformat()
    return str(value).strip(" ")


def canonical_text(rows):
    return "".join("|".join(map(canonical_field, row)) + "\n" for row in rows)


def print_csv(names, rows):
    writer = csv.writer(sys.stdout)
    writer.writerow(names)
    writer.writerows(rows)


def print_query(engine, query, as_csv):
    with engine.tpch_plan(query) as tpch:
        tpch.execute()
        if as_csv:
            print_csv(*arrow.read_stream(tpch.stream()))
        else:
            for rows in tpch.batches():
                print(canonical_text(rows), end="")


def require_equal(what, found, expected):
    if found != expected:
        raise EngineError(f"{what}: found\n{found}\nexpected\n{expected}")


def check_query(engine, query):
    expected = engine.result_text(query)
    with engine.tpch_plan(query) as tpch:
        tpch.execute()
        require_equal(f"Q{query}", canonical_text(row for rows in tpch.batches() for row in rows), expected)
        _, rows = arrow.read_stream(tpch.stream())
        require_equal(f"Q{query} as a stream", canonical_text(rows), expected)


def sales_by_item(engine):
    """Hands a table over and aggregates it: select item, count(*), sum(pieces), sum(pieces * price) group by item."""
    columns = [
        ("item", "u", ["Schüssel", "Löffel aus Silber 🥄", "Schüssel", ""]),
        ("pieces", "l", [2, 1, 3, -1]),
        ("price", "d:15,2", [decimal.Decimal(price) for price in ("7.50", "120.05", "7.25", "0.01")]),
    ]
    engine.import_table("sales", arrow.export_table(columns))
    totals = [
        (plan.COUNT, "sales", None),
        (plan.SUM, "pieces", plan.column("pieces")),
        (plan.SUM, "income", plan.call(plan.MULTIPLY, plan.column("pieces"), plan.column("price"))),
    ]
    by_item = plan.aggregate(plan.scan("sales", ["item", "pieces", "price"]), ["item"], totals)
    with engine.plan(plan.plan(plan.sort(by_item, ["item"]))) as written:
        written.execute()
        return canonical_text(row for rows in written.batches() for row in rows)


def check(engine, library, balance_before):
    for query in ALL_QUERIES:
        check_query(engine, query)
    require_equal("sales by item", sales_by_item(engine), "|1|-1|-0.01\nLöffel aus Silber 🥄|1|1|120.05\nSchüssel|2|5|36.75\n")
    engine.close()
    require_equal("structs not released", len(arrow.kept), 0)
    require_equal("the library's balance", library.memory_balance(), balance_before)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("library", help="path of libengine.so")
    parser.add_argument("--scale-factor", type=float, default=0.01, help="size of the tables (default: 0.01)")
    parser.add_argument("--query", type=int, default=1, choices=ALL_QUERIES, metavar="N", help="1 to 22 (default: 1)")
    parser.add_argument("--threads", type=int, default=0, help="worker threads; 0: one for each processor")
    parser.add_argument("--csv", action="store_true", help="with full precision and the columns' names")
    parser.add_argument("--check", action="store_true", help="compare all queries with the library's own text")
    arguments = parser.parse_args()
    try:
        library = Library(arguments.library)
        balance_before = library.memory_balance()
        engine = Engine(library, arguments.threads)
        for table in TABLES:
            engine.generate(table, arguments.scale_factor)
        if arguments.check:
            check(engine, library, balance_before)
        else:
            print_query(engine, arguments.query, arguments.csv)
            engine.close()
    except (EngineError, OSError) as error:
        sys.exit(f"read_results: {error}")


if __name__ == "__main__":
    main()
