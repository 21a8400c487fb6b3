-- Q3, shipping priority: the ten dearest orders of the building segment that were placed before 1995-03-15 and not shipped
-- by then, by what is left to ship.
SELECT o_orderkey, sum(l_extendedprice * (1 - l_discount)) AS open_revenue, o_orderdate, o_shippriority
FROM customer
JOIN orders ON o_custkey = c_custkey AND o_orderdate < DATE '1995-03-15'
JOIN lineitem ON l_orderkey = o_orderkey AND l_shipdate > DATE '1995-03-15'
WHERE c_mktsegment = 'BUILDING'
GROUP BY o_orderkey, o_orderdate, o_shippriority
ORDER BY open_revenue DESC, o_orderdate, o_orderkey
LIMIT 10;
