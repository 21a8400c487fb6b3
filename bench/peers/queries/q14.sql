-- Q14, promotion effect: the share of promoted parts in the revenue of September 1995, in per cent.
SELECT 100 * sum(CASE WHEN p_type LIKE 'PROMO%' THEN l_extendedprice * (1 - l_discount) ELSE 0 END)
           / sum(l_extendedprice * (1 - l_discount)) AS promoted_share
FROM lineitem
JOIN part ON p_partkey = l_partkey
WHERE l_shipdate BETWEEN DATE '1995-09-01' AND DATE '1995-09-30';
