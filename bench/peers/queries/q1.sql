-- Q1, pricing summary: what was ordered and billed by return flag and line status, over the lines shipped until 90 days
-- before 1998-12-01.
SELECT l_returnflag,
       l_linestatus,
       sum(l_quantity) AS quantity,
       sum(l_extendedprice) AS list_price,
       sum(l_extendedprice * (1 - l_discount)) AS discounted,
       sum(l_extendedprice * (1 - l_discount) * (1 + l_tax)) AS charged,
       avg(l_quantity) AS mean_quantity,
       avg(l_extendedprice) AS mean_price,
       avg(l_discount) AS mean_discount,
       count(*) AS lines
FROM lineitem
WHERE l_shipdate <= DATE '1998-09-02'
GROUP BY ALL
ORDER BY l_returnflag, l_linestatus;
