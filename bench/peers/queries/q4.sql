-- Q4, order priority checking: the orders of the third quarter of 1993 with a line received later than promised.
WITH late AS (
    SELECT l_orderkey FROM lineitem WHERE l_receiptdate > l_commitdate
)
SELECT o_orderpriority, count(*) AS late_orders
FROM orders
SEMI JOIN late ON l_orderkey = o_orderkey
WHERE o_orderdate BETWEEN DATE '1993-07-01' AND DATE '1993-09-30'
GROUP BY o_orderpriority
ORDER BY o_orderpriority;
