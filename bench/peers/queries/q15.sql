-- Q15, top supplier: who shipped for most in the first quarter of 1996, with all who share the first place.
WITH shipped AS (
    SELECT l_suppkey, sum(l_extendedprice * (1 - l_discount)) AS revenue
    FROM lineitem
    WHERE l_shipdate BETWEEN DATE '1996-01-01' AND DATE '1996-03-31'
    GROUP BY l_suppkey
)
SELECT s_suppkey, s_name, s_address, s_phone, revenue
FROM supplier
JOIN shipped ON l_suppkey = s_suppkey
WHERE revenue = (SELECT max(revenue) FROM shipped)
ORDER BY s_suppkey;
