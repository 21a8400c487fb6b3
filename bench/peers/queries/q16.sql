-- Q16, parts/supplier relationship: how many suppliers without complaints can deliver parts of eight sizes, neither of
-- Brand#45 nor medium polished.
WITH complained AS (
    SELECT s_suppkey FROM supplier WHERE s_comment LIKE '%Customer%Complaints%'
)
SELECT p_brand, p_type, p_size, count(DISTINCT ps_suppkey) AS suppliers
FROM part
JOIN partsupp ON ps_partkey = p_partkey
ANTI JOIN complained ON s_suppkey = ps_suppkey
WHERE p_brand <> 'Brand#45'
  AND p_type NOT LIKE 'MEDIUM POLISHED%'
  AND p_size IN (3, 9, 14, 19, 23, 36, 45, 49)
GROUP BY p_brand, p_type, p_size
ORDER BY suppliers DESC, p_brand, p_type, p_size;
