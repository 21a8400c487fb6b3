-- Q5, local supplier volume: the revenue of 1994 in each Asian nation from lines whose supplier and customer are both of
-- that nation.
SELECT n_name, sum(l_extendedprice * (1 - l_discount)) AS local_revenue
FROM region
JOIN nation ON n_regionkey = r_regionkey
JOIN customer ON c_nationkey = n_nationkey
JOIN orders ON o_custkey = c_custkey
JOIN lineitem ON l_orderkey = o_orderkey
JOIN supplier ON s_suppkey = l_suppkey AND s_nationkey = c_nationkey
WHERE r_name = 'ASIA' AND o_orderdate BETWEEN DATE '1994-01-01' AND DATE '1994-12-31'
GROUP BY n_name
ORDER BY local_revenue DESC;
