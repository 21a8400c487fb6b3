// Slots by their kind and offset; uses by the variable that lies there.
#include "audit/tls_site_list.h"

#include <algorithm>
#include <utility>

namespace ltoscope::audit {
namespace {

// The slot of the block itself; that of a variable at its begin is the same.
bool is_of_block(const TlsSlot& slot) { return slot.symbol.empty() && slot.offset == 0; }

}  // namespace

void TlsSiteList::add_lookup(uint64_t call, uint64_t slot, LookupForm form,
                             const UsesBehind& uses) {
  TlsSite site{call, TlsModel::general_dynamic, 0, {}, false};
  auto known = variables_.slots().find(slot);
  if (known != variables_.slots().end()) {
    site.slot = slot;
    bool of_block = is_of_block(known->second) && form != LookupForm::one_variable;
    if (!of_block || (form == LookupForm::either && !variables_.is_first_of_many())) {
      site.variables = {number_of(variables_.in_slot(known->second))};
    } else {
      add_uses(uses, site);
      if (form == LookupForm::either) keep_if_first(site);
      if (!site.is_ambiguous) site.model = TlsModel::local_dynamic;
    }
  }
  found_.sites.push_back(std::move(site));
}

void TlsSiteList::add_descriptor_call(uint64_t call, uint64_t slot, const UsesBehind& uses) {
  TlsSite site{call, TlsModel::descriptor, 0, {}, false};
  auto known = variables_.slots().find(slot);
  if (known != variables_.slots().end()) {
    site.slot = slot;
    if (is_of_block(known->second) && variables_.is_first_of_many()) {
      add_uses(uses, site);
      keep_if_first(site);
    } else {
      site.variables = {number_of(variables_.in_slot(known->second))};
    }
  }
  found_.sites.push_back(std::move(site));
}

void TlsSiteList::add_static_offset(uint64_t address, uint64_t slot) {
  TlsSite site{address, TlsModel::initial_exec, slot, {}, false};
  site.variables = {number_of(variables_.in_slot(variables_.slots().at(slot)))};
  found_.sites.push_back(std::move(site));
}

void TlsSiteList::add_known_offsets(uint64_t address, const std::set<uint64_t>& offsets) {
  TlsSite site{address, TlsModel::local_exec, 0, {}, false};
  for (uint64_t offset : offsets) add_variable(offset, site);
  if (!site.variables.empty()) found_.sites.push_back(std::move(site));
}

void TlsSiteList::add_doubt(uint64_t address, TlsModel model, std::string reason) {
  found_.doubts.push_back({address, model, std::move(reason)});
}

TlsSites TlsSiteList::result() && {
  auto by_address = [](const auto& a, const auto& b) { return a.address < b.address; };
  std::sort(found_.sites.begin(), found_.sites.end(), by_address);
  std::sort(found_.doubts.begin(), found_.doubts.end(), by_address);
  return std::move(found_);
}

void TlsSiteList::add_uses(const UsesBehind& uses, TlsSite& site) {
  for (int64_t use : uses()) {
    if (use < 0 || static_cast<uint64_t>(use) >= variables_.block_size()) continue;
    add_variable(static_cast<uint64_t>(use), site);
  }
}

// What is used lies at the block's begin, or is not seen: then both may be meant.
void TlsSiteList::keep_if_first(TlsSite& site) {
  std::string first = variables_.at_offset(0);
  site.is_ambiguous = std::all_of(site.variables.begin(), site.variables.end(), [&](int number) {
    return found_.variables[static_cast<std::size_t>(number)] == first;
  });
  if (site.is_ambiguous) site.variables = {number_of(first)};
}

// By its name: uses of several members are uses of one variable.
void TlsSiteList::add_variable(uint64_t offset, TlsSite& site) {
  int number = number_of(variables_.at_offset(offset));
  bool is_new =
      std::find(site.variables.begin(), site.variables.end(), number) == site.variables.end();
  if (is_new) site.variables.push_back(number);
}

int TlsSiteList::number_of(const std::string& variable) {
  auto [place, is_new] = numbers_.try_emplace(variable, static_cast<int>(found_.variables.size()));
  if (is_new) found_.variables.push_back(variable);
  return place->second;
}

}  // namespace ltoscope::audit
