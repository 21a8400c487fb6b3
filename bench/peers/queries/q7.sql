-- Q7, volume shipping: the trade between France and Germany in 1995 and 1996, each way and year.
SELECT seller.n_name AS seller_nation,
       buyer.n_name AS buyer_nation,
       year(l_shipdate) AS shipped,
       sum(l_extendedprice * (1 - l_discount)) AS traded
FROM lineitem
JOIN supplier ON s_suppkey = l_suppkey
JOIN nation AS seller ON seller.n_nationkey = s_nationkey
JOIN orders ON o_orderkey = l_orderkey
JOIN customer ON c_custkey = o_custkey
JOIN nation AS buyer ON buyer.n_nationkey = c_nationkey
WHERE l_shipdate BETWEEN DATE '1995-01-01' AND DATE '1996-12-31'
  AND ((seller.n_name = 'FRANCE' AND buyer.n_name = 'GERMANY') OR (seller.n_name = 'GERMANY' AND buyer.n_name = 'FRANCE'))
GROUP BY ALL
ORDER BY seller_nation, buyer_nation, shipped;
