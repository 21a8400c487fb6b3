-- Q11, important stock: the parts that hold more than a ten-thousandth, divided by the scale factor, of the value of all
-- German stock. Wants the variable scale_factor: SET VARIABLE scale_factor = 1.
WITH stock AS (
    SELECT ps_partkey, sum(ps_supplycost * ps_availqty) AS worth
    FROM nation
    JOIN supplier ON s_nationkey = n_nationkey
    JOIN partsupp ON ps_suppkey = s_suppkey
    WHERE n_name = 'GERMANY'
    GROUP BY ps_partkey
)
SELECT ps_partkey, worth
FROM stock
WHERE worth * 10000 * getvariable('scale_factor') > (SELECT sum(worth) FROM stock)
ORDER BY worth DESC, ps_partkey;
