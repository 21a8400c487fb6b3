-- Q8, national market share: what part of the American revenue with economy anodized steel in 1995 and 1996 was Brazilian.
SELECT year(o_orderdate) AS ordered,
       coalesce(sum(l_extendedprice * (1 - l_discount)) FILTER (WHERE seller.n_name = 'BRAZIL'), 0)
           / sum(l_extendedprice * (1 - l_discount)) AS brazilian_share
FROM part
JOIN lineitem ON l_partkey = p_partkey
JOIN supplier ON s_suppkey = l_suppkey
JOIN nation AS seller ON seller.n_nationkey = s_nationkey
JOIN orders ON o_orderkey = l_orderkey
JOIN customer ON c_custkey = o_custkey
JOIN nation AS buyer ON buyer.n_nationkey = c_nationkey
JOIN region ON r_regionkey = buyer.n_regionkey
WHERE p_type = 'ECONOMY ANODIZED STEEL'
  AND r_name = 'AMERICA'
  AND o_orderdate BETWEEN DATE '1995-01-01' AND DATE '1996-12-31'
GROUP BY ordered
ORDER BY ordered;
