-- Q21, suppliers who kept orders waiting: Saudi suppliers by the late lines of finished orders in which they, and of
-- several suppliers only they, were late. Only orders with such a line are looked at as a whole.
WITH late AS (
    SELECT l_orderkey, s_name
    FROM nation
    JOIN supplier ON s_nationkey = n_nationkey
    JOIN lineitem ON l_suppkey = s_suppkey
    JOIN orders ON o_orderkey = l_orderkey
    WHERE n_name = 'SAUDI ARABIA' AND o_orderstatus = 'F' AND l_receiptdate > l_commitdate
),
at_fault_alone AS (
    SELECT l_orderkey
    FROM lineitem
    SEMI JOIN late USING (l_orderkey)
    GROUP BY l_orderkey
    HAVING min(l_suppkey) <> max(l_suppkey)
       AND min(l_suppkey) FILTER (WHERE l_receiptdate > l_commitdate)
         = max(l_suppkey) FILTER (WHERE l_receiptdate > l_commitdate)
)
SELECT s_name, count(*) AS waiting
FROM late
SEMI JOIN at_fault_alone USING (l_orderkey)
GROUP BY s_name
ORDER BY waiting DESC, s_name
LIMIT 100;
