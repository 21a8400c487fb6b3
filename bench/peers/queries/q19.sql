-- Q19, discounted revenue: what came in for three kinds of parts sent by air and delivered in person. The mode 'AIR REG'
-- is in no line; the question asks for it all the same.
SELECT sum(l_extendedprice * (1 - l_discount)) AS revenue
FROM lineitem
JOIN part ON p_partkey = l_partkey
WHERE l_shipmode IN ('AIR', 'AIR REG')
  AND l_shipinstruct = 'DELIVER IN PERSON'
  AND p_size >= 1
  AND ((p_brand = 'Brand#12' AND p_size <= 5 AND l_quantity BETWEEN 1 AND 11
        AND p_container IN ('SM CASE', 'SM BOX', 'SM PACK', 'SM PKG'))
    OR (p_brand = 'Brand#23' AND p_size <= 10 AND l_quantity BETWEEN 10 AND 20
        AND p_container IN ('MED BAG', 'MED BOX', 'MED PKG', 'MED PACK'))
    OR (p_brand = 'Brand#34' AND p_size <= 15 AND l_quantity BETWEEN 20 AND 30
        AND p_container IN ('LG CASE', 'LG BOX', 'LG PACK', 'LG PKG')));
