// The audits of many libraries as one table, a row each, and as JSON, each whole.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "audit/audit_set.h"
#include "report/table.h"

namespace ltoscope::audit {

// Takes entries one after the other and keeps what the result needs of them.
class SetReport {
 public:
  // keep_json: each audit's JSON, which is large, is wanted at the end.
  explicit SetReport(bool keep_json) : keep_json_(keep_json) {}

  void add(SetEntry&& entry);

  std::size_t refused() const { return refusals_.size(); }
  std::size_t incomplete() const { return incomplete_; }

  report::Table table(int64_t passed_over) const;
  nlohmann::ordered_json json(int64_t passed_over) &&;

 private:
  bool keep_json_;
  std::size_t incomplete_ = 0;
  int64_t debug_files_ = 0;
  std::vector<std::vector<std::string>> rows_;
  std::vector<std::string> refusals_;
  nlohmann::ordered_json audits_ = nlohmann::ordered_json::array();
};

}  // namespace ltoscope::audit
