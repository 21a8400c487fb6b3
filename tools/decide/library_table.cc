// Rows of the library table, found by walking the audits' JSON.
#include "decide/library_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <vector>

namespace ltoscope::decide {
namespace {

using nlohmann::json;
using Path = std::vector<std::string>;

// Null when the preset was not audited or a key is absent.
json value_at(const Study& study, const std::string& preset, const Path& path) {
  auto audit = study.audits.find(preset);
  if (audit == study.audits.end()) return nullptr;
  const json* value = &audit->second;
  for (const std::string& key : path) {
    if (!value->is_object() || !value->contains(key)) return nullptr;
    value = &value->at(key);
  }
  return *value;
}

// The keys of an object in any of the audits, in order.
std::set<std::string> keys_at(const Study& study, const Path& path) {
  std::set<std::string> keys;
  for (const std::string& preset : study.presets) {
    json object = value_at(study, preset, path);
    if (!object.is_object()) continue;
    for (const auto& [key, value] : object.items()) keys.insert(key);
  }
  return keys;
}

bool has_any_but_zero(const Study& study, const Path& path) {
  return std::any_of(study.presets.begin(), study.presets.end(), [&](const std::string& preset) {
    json value = value_at(study, preset, path);
    return value.is_number_integer() && value != 0;
  });
}

class Rows {
 public:
  Rows(const Study& study, report::Table& table) : study_(study), table_(table) {}

  void counts(const std::string& label, const Path& path) {
    std::optional<int64_t> baseline = audited_count(study_, study_.presets.front(), path);
    std::vector<std::string> row = {label};
    for (const std::string& preset : study_.presets) {
      row.push_back(count_with_factor(audited_count(study_, preset, path), baseline));
    }
    table_.rows.push_back(row);
  }

  void bytes(const std::string& label, const Path& path) {
    std::vector<std::string> row = {label};
    for (const std::string& preset : study_.presets) {
      std::optional<int64_t> value = audited_count(study_, preset, path);
      row.push_back(value ? report::bytes_cell(*value) : "unknown");
    }
    table_.rows.push_back(row);
  }

  void yes_or_no(const std::string& label, const Path& path) {
    std::vector<std::string> row = {label};
    for (const std::string& preset : study_.presets) {
      json value = value_at(study_, preset, path);
      row.push_back(value.is_boolean() ? (value.get<bool>() ? "yes" : "no") : "unknown");
    }
    table_.rows.push_back(row);
  }

 private:
  const Study& study_;
  report::Table& table_;
};

}  // namespace

std::optional<int64_t> audited_count(const Study& study, const std::string& preset,
                                     const Path& path) {
  json value = value_at(study, preset, path);
  if (!value.is_number_integer()) return std::nullopt;
  return value.get<int64_t>();
}

std::string count_with_factor(std::optional<int64_t> count, std::optional<int64_t> baseline) {
  if (!count) return "unknown";
  if (!baseline || *baseline <= 0 || *count == *baseline) return report::count_cell(*count);
  double factor = static_cast<double>(*count) / static_cast<double>(*baseline);
  return fmt::format("{} ({:.{}f}x)", report::count_cell(*count), factor, factor < 10 ? 1 : 0);
}

report::Table library_table(const Study& study) {
  report::Table table;
  table.title = "Size, exports, relocations, call sites";
  table.header = {""};
  table.header.insert(table.header.end(), study.presets.begin(), study.presets.end());
  Rows rows(study, table);
  rows.bytes("library", {"size", "file"});
  rows.bytes(".text", {"size", "text"});
  rows.counts("exported symbols", {"exports", "total"});
  for (const std::string& glob : keys_at(study, {"exports", "by_pattern"})) {
    rows.counts("exported " + glob, {"exports", "by_pattern", glob});
  }
  rows.bytes("TLS", {"tls", "size"});
  rows.yes_or_no("needs static TLS", {"tls", "static_tls"});
  for (const std::string& name : keys_at(study, {"relocations"})) {
    rows.counts("relocations " + name, {"relocations", name});
  }
  for (const std::string& name : keys_at(study, {"calls"})) {
    rows.counts(name + ": calls", {"calls", name, "call"});
    rows.counts(name + ": tail jumps", {"calls", name, "tail_jump"});
    if (has_any_but_zero(study, {"calls", name, "unresolved"})) {
      rows.counts(name + ": perhaps more", {"calls", name, "unresolved"});
    }
  }
  table.notes.push_back("In brackets: the factor to " + study.presets.front() + ".");
  for (const std::string& preset : study.presets) {
    if (!study.audits.contains(preset))
      table.notes.push_back(preset + ": unknown, since its library was not audited");
  }
  return table;
}

}  // namespace ltoscope::decide
