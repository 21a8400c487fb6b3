-- Q9, product type profit: what was earned on green parts, by the supplier's nation and the year of the order.
SELECT n_name,
       year(o_orderdate) AS ordered,
       sum(l_extendedprice * (1 - l_discount) - ps_supplycost * l_quantity) AS profit
FROM part
JOIN lineitem ON l_partkey = p_partkey
JOIN partsupp ON ps_partkey = l_partkey AND ps_suppkey = l_suppkey
JOIN supplier ON s_suppkey = l_suppkey
JOIN nation ON n_nationkey = s_nationkey
JOIN orders ON o_orderkey = l_orderkey
WHERE p_name LIKE '%green%'
GROUP BY n_name, ordered
ORDER BY n_name, ordered DESC;
