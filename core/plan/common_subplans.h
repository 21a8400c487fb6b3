// Parts of a plan that it holds more than once, written the same: they give the same rows, so it is
// enough to run the first of them and to keep its rows for the others.
#pragma once

#include <unordered_map>

#include "plan/node.h"

namespace engine::plan {

class CommonSubplans {
 public:
  // Requires: a valid plan that outlives this object and stays where it is.
  explicit CommonSubplans(const Node& plan);

  // The first, in the order of explain(), of those that are the same as this node. Null when there
  // is no other one, when the node is part of one that is not run, and when its rows are as cheap
  // to make again as to keep: of scans, filters and projections alone.
  const Node* first_of(const Node& node) const;

  // Whether the rows of an earlier node stand for this one's, which is not run.
  bool is_repeated(const Node& node) const;

  // How many nodes are the same as this first one, with it. Requires: there are others.
  int count_of(const Node& first) const { return counts_.at(&first); }

 private:
  std::unordered_map<const Node*, const Node*> firsts_;
  std::unordered_map<const Node*, int> counts_;
};

}  // namespace engine::plan
