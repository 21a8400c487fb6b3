-- Q20, potential part promotion: the Canadian suppliers who hold more of a forest part than half of what they shipped of
-- it in 1994. Only lines of what these suppliers hold are added up.
WITH held AS (
    SELECT s_suppkey, p_partkey, ps_availqty
    FROM part
    JOIN partsupp ON ps_partkey = p_partkey
    JOIN supplier ON s_suppkey = ps_suppkey
    JOIN nation ON n_nationkey = s_nationkey
    WHERE p_name LIKE 'forest%' AND n_name = 'CANADA'
),
overstocked AS (
    SELECT s_suppkey
    FROM held
    JOIN lineitem ON l_partkey = p_partkey AND l_suppkey = s_suppkey
    WHERE l_shipdate BETWEEN DATE '1994-01-01' AND DATE '1994-12-31'
    GROUP BY s_suppkey, p_partkey, ps_availqty
    HAVING 2 * ps_availqty > sum(l_quantity)
)
SELECT s_name, s_address
FROM supplier
SEMI JOIN overstocked USING (s_suppkey)
ORDER BY s_name;
