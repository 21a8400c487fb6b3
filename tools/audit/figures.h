// The audit as one flat list of figures with dotted names ("calls.malloc", "properties.relro"), for
// whoever compares or limits them. The one place outside the audit that knows how it keeps them.
//
// Some names hold a pattern and are made on demand: "exports.GLOB", "imports.GLOB", "needed.GLOB"
// count names that match; "exports.class.NAME" counts those of a class (export_classes.h).
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "audit/audit.h"
#include "audit/properties.h"
#include "elf/symbols.h"

namespace ltoscope::audit {

// One figure: a number, a text, or neither and a reason.
struct FigureValue {
  std::optional<int64_t> number;
  std::optional<std::string> text;
  std::string reason;  // why it is unknown; empty otherwise

  bool known() const { return number.has_value() || text.has_value(); }
  friend bool operator==(const FigureValue&, const FigureValue&) = default;
};

FigureValue number_figure(int64_t number);
FigureValue text_figure(std::string text);
FigureValue unknown_figure(std::string reason);

// "1234", "full", or "unknown".
std::string figure_cell(const FigureValue& value);

struct FileFigures {
  std::string file;     // as it was named
  std::string machine;  // "x86-64"
  std::map<std::string, FigureValue> values;
  Properties properties;
  // The names behind the counts; nothing when the file does not say which symbols it has.
  struct ExportedName {
    std::string name;           // without version
    std::string full_name;      // "name@VERSION"
    std::string_view of_class;  // export_classes.h
    bool unique;
  };
  std::optional<std::vector<ExportedName>> exports;
  std::optional<std::vector<std::string>> imports;  // those that must be found, weak ones apart
  std::string symbols_reason;                       // why these two are unknown
};

FileFigures figures_of(const Audit& audit, const Library& library);

// Throws as audit_file does.
FileFigures figures_of_file(const std::filesystem::path& path);

// The figure of that name, which must be possible (see below).
FigureValue figure_named(const FileFigures& figures, const std::string& name);

// Nothing when a figure of that name can exist for some file; else what was expected.
std::optional<std::string> why_no_figure(const std::string& name);

// Whether fewer is better (call sites, relocations, bytes), or more, or neither (entry points; who
// linked it). Of texts, neither means that one is as good as another.
enum class Direction { lower, higher, neither };
Direction direction_of(const std::string& name);

}  // namespace ltoscope::audit
