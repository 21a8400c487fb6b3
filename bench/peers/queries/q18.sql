-- Q18, large volume customer: the hundred dearest orders of more than 300 pieces. The pieces of an order are added up
-- once, and only the large ones meet orders and customers.
WITH large AS (
    SELECT l_orderkey, sum(l_quantity) AS pieces
    FROM lineitem
    GROUP BY l_orderkey
    HAVING sum(l_quantity) > 300
)
SELECT c_name, c_custkey, o_orderkey, o_orderdate, o_totalprice, pieces
FROM large
JOIN orders ON o_orderkey = l_orderkey
JOIN customer ON c_custkey = o_custkey
ORDER BY o_totalprice DESC, o_orderdate, o_orderkey
LIMIT 100;
