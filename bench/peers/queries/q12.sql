-- Q12, shipping modes and order priority: how many urgent and other orders suffered when mail or ship brought lines late
-- in 1994 although they left in time.
SELECT l_shipmode,
       count(*) FILTER (WHERE o_orderpriority IN ('1-URGENT', '2-HIGH')) AS urgent,
       count(*) FILTER (WHERE o_orderpriority NOT IN ('1-URGENT', '2-HIGH')) AS other
FROM lineitem
JOIN orders ON o_orderkey = l_orderkey
WHERE l_shipmode IN ('MAIL', 'SHIP')
  AND l_shipdate < l_commitdate
  AND l_commitdate < l_receiptdate
  AND l_receiptdate BETWEEN DATE '1994-01-01' AND DATE '1994-12-31'
GROUP BY l_shipmode
ORDER BY l_shipmode;
