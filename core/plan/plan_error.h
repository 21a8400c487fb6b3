// What is wrong with a plan, as one line: where in it, what was found and what was expected.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace engine::plan {

class PlanError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;

  // The same, with the name of the node that it is about.
  static PlanError at(std::string_view node, const PlanError& error) {
    PlanError placed(std::string(node) + ": " + error.what());
    placed.is_placed_ = true;
    return placed;
  }

  // Whether the text names a node.
  bool is_placed() const { return is_placed_; }

 private:
  bool is_placed_ = false;
};

}  // namespace engine::plan
