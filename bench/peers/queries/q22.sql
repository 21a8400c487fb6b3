-- Q22, global sales opportunity: customers of seven country codes with more than the mean of their positive balances and
-- without any order. The mean is compared without dividing.
WITH chosen AS (
    SELECT c_custkey, c_acctbal, substr(c_phone, 1, 2) AS country
    FROM customer
    WHERE country IN ('13', '17', '18', '23', '29', '30', '31')
),
positive AS (
    SELECT sum(c_acctbal) AS balance, count(*) AS customers FROM chosen WHERE c_acctbal > 0
)
SELECT country, count(*) AS customers, sum(c_acctbal) AS balance
FROM chosen
CROSS JOIN positive
ANTI JOIN orders ON o_custkey = c_custkey
WHERE c_acctbal * positive.customers > positive.balance
GROUP BY country
ORDER BY country;
