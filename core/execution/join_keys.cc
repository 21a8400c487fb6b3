// Binding keys pair by pair.
#include "execution/join_keys.h"

#include <utility>

#include "expressions/bind.h"
#include "expressions/coercion.h"
#include "plan/plan_error.h"

namespace engine::execution {

using plan::PlanError;

JoinKeys::JoinKeys(const std::vector<plan::KeyPair>& pairs, const columns::Attributes& probe_side,
                   const columns::Attributes& build_side) {
  for (const plan::KeyPair& pair : pairs) {
    expressions::ExpressionPointer left = expressions::bind_column(pair.probe, probe_side);
    expressions::ExpressionPointer right = expressions::bind_column(pair.build, build_side);
    expressions::make_same_kind(left, right, "a key");
    for (const expressions::Expression* key : {left.get(), right.get()}) {
      if (key->type().storage == columns::Storage::int128) {
        throw PlanError("key \"" + pair.probe + "\" has 128 bits; expected at most 64");
      }
    }
    probe.push_back(std::move(left));
    build.push_back(std::move(right));
  }
}

std::vector<bool> keys_within(const operators::Expressions& probe,
                              const operators::JoinTable& table) {
  std::vector<bool> within;
  for (std::size_t i = 0; i < probe.size(); ++i) {
    within.push_back(table.key_ranges()[i].contains(probe[i]->range()));
  }
  return within;
}

}  // namespace engine::execution
