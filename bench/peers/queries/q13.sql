-- Q13, customer distribution: how many customers have placed how many orders, special requests apart. Orders are counted by
-- customer before the join, so that it meets each customer once.
WITH placed AS (
    SELECT o_custkey, count(*) AS orders
    FROM orders
    WHERE o_comment NOT LIKE '%special%requests%'
    GROUP BY o_custkey
)
SELECT coalesce(orders, 0) AS order_count, count(*) AS customers
FROM customer
LEFT JOIN placed ON o_custkey = c_custkey
GROUP BY order_count
ORDER BY customers DESC, order_count DESC;
