-- Q10, returned item reporting: the twenty customers who sent back most of what they ordered in the last quarter of 1993.
SELECT c_custkey,
       c_name,
       sum(l_extendedprice * (1 - l_discount)) AS lost,
       c_acctbal,
       n_name,
       c_address,
       c_phone,
       c_comment
FROM customer
JOIN nation ON n_nationkey = c_nationkey
JOIN orders ON o_custkey = c_custkey
JOIN lineitem ON l_orderkey = o_orderkey
WHERE l_returnflag = 'R' AND o_orderdate BETWEEN DATE '1993-10-01' AND DATE '1993-12-31'
GROUP BY ALL
ORDER BY lost DESC, c_custkey
LIMIT 20;
