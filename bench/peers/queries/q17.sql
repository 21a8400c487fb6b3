-- Q17, small-quantity-order revenue: what would be lost a year without the lines of Brand#23 medium boxes whose quantity
-- is below a fifth of the part's mean. The mean is compared without dividing.
WITH lines AS (
    SELECT l_extendedprice
    FROM part
    JOIN lineitem ON l_partkey = p_partkey
    WHERE p_brand = 'Brand#23' AND p_container = 'MED BOX'
    QUALIFY 5 * l_quantity * count(*) OVER (PARTITION BY l_partkey) < sum(l_quantity) OVER (PARTITION BY l_partkey)
)
SELECT coalesce(sum(l_extendedprice), 0) / 7 AS lost_a_year
FROM lines;
