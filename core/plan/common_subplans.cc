// Finding equal nodes by their bytes: a plan has one encoding only.
#include "plan/common_subplans.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <variant>

#include "plan/encoding.h"

namespace engine::plan {
namespace {

bool is_worth_keeping(const Node& node) {
  bool only_passes_rows_on = std::holds_alternative<Scan>(node.step) ||
                             std::holds_alternative<Filter>(node.step) ||
                             std::holds_alternative<Project>(node.step);
  return !only_passes_rows_on || std::ranges::any_of(node.inputs, is_worth_keeping);
}

}  // namespace

CommonSubplans::CommonSubplans(const Node& plan) {
  EncodedNodes encoded = encode_nodes(plan);
  std::unordered_map<std::string_view, const Node*> seen;
  std::size_t end_of_repeated = 0;
  for (const EncodedNode& each : encoded.nodes) {
    if (each.first_byte < end_of_repeated || !is_worth_keeping(*each.node)) continue;
    std::string_view bytes =
        std::string_view(encoded.bytes).substr(each.first_byte, each.byte_count);
    auto [found, is_first] = seen.emplace(bytes, each.node);
    if (is_first) continue;
    const Node* first = found->second;
    firsts_[first] = first;
    firsts_[each.node] = first;
    counts_.try_emplace(first, 1).first->second += 1;
    end_of_repeated = each.first_byte + each.byte_count;
  }
}

const Node* CommonSubplans::first_of(const Node& node) const {
  auto found = firsts_.find(&node);
  return found == firsts_.end() ? nullptr : found->second;
}

bool CommonSubplans::is_repeated(const Node& node) const {
  const Node* first = first_of(node);
  return first != nullptr && first != &node;
}

}  // namespace engine::plan
