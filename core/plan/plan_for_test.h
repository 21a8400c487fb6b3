// A plan with every kind of node, join, function, aggregate and constant, for tests.
#pragma once

#include <cstdint>
#include <limits>
#include <utility>

#include "plan/builder.h"

namespace engine::plan {

inline Expression every_condition() {
  Expression a = column("a");
  return (a == number(1) || a != decimal(-205, 2) || !(a < number(3))) &&
         (a <= date(1995, 3, 15) || a > text("it's") || a >= text("")) &&
         like(column("b"), "%x_") &&
         one_of(a, {number(std::numeric_limits<int64_t>::min()),
                    number(std::numeric_limits<int64_t>::max())});
}

inline Builder every_value() {
  Expression a = column("a");
  return scan("größe", {"a", "b"})
      .filter(every_condition())
      .project({"a", Output("sum", a + number(1) - a * a), Output("ratio", divide(a, a, 6)),
                Output("year", if_else(a == a, year(column("day")), number(0))),
                Output("code", substring(column("b"), 1, 2))})
      .aggregate({"a"}, {count("rows"), sum("s", a), average("m", column("ratio")),
                         minimum("low", a), maximum("high", a)});
}

inline Node plan_of_everything() {
  auto other = [](const char* key) { return scan("other", {key}); };
  return every_value()
      .join(other("i"), {{"a", "i"}}, column("i") < column("s"))
      .left_join(other("l"), {{"a", "l"}, {"s", "l"}}, "has_l")
      .semi_join(other("x"), {{"a", "x"}})
      .anti_join(other("x"), {{"a", "x"}})
      .mark_join(other("x"), {{"a", "x"}}, "has_x")
      .matched_by(other("x"), {{"x", "a"}}, column("x") != column("s"))
      .not_matched_by(other("x"), {{"x", "a"}})
      .group_join(other("g"), {{"g", "a"}}, {count("g_count")})
      .with_scalar(other("g").aggregate({}, {maximum("top", column("g"))}))
      .sort({descending("s"), ascending("a")}, 10);
}

}  // namespace engine::plan
