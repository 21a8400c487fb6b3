-- Q6, forecasting revenue change: what the discounts of about 6 % on small lines of 1994 came to.
SELECT sum(l_extendedprice * l_discount) AS given_away
FROM lineitem
WHERE l_shipdate BETWEEN DATE '1994-01-01' AND DATE '1994-12-31'
  AND l_discount BETWEEN 0.05 AND 0.07
  AND l_quantity < 24;
