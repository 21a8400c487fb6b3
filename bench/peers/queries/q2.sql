-- Q2, minimum cost supplier: for each brass part of size 15 the European suppliers that offer it for the least. The few
-- offers left after the joins are compared with the least of their part in a window.
SELECT s_acctbal, s_name, n_name, p_partkey, p_mfgr, s_address, s_phone, s_comment
FROM part
JOIN partsupp ON ps_partkey = p_partkey
JOIN supplier ON s_suppkey = ps_suppkey
JOIN nation ON n_nationkey = s_nationkey
JOIN region ON r_regionkey = n_regionkey
WHERE p_size = 15 AND p_type LIKE '%BRASS' AND r_name = 'EUROPE'
QUALIFY ps_supplycost = min(ps_supplycost) OVER (PARTITION BY p_partkey)
ORDER BY s_acctbal DESC, n_name, s_name, p_partkey
LIMIT 100;
