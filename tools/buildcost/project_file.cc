// Parsing with toml++, and checks that name the line.
#include "buildcost/project_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <toml++/toml.h>

#include <algorithm>
#include <set>

#include "buildcost/text_file.h"
#include "command/failure.h"

namespace ltoscope::buildcost {
namespace {

struct Place {
  const std::string& file;
  std::string key;
  const toml::node& node;

  [[noreturn]] void reject(const std::string& found, const std::string& expected) const {
    throw Failure(ExitCode::bad_input, fmt::format("{}:{}: {}: found {}, expected {}", file,
                                                   node.source().begin.line, key, found, expected));
  }
};

std::string type_of(const toml::node& node) {
  switch (node.type()) {
    case toml::node_type::table:
      return "a table";
    case toml::node_type::array:
      return "an array";
    case toml::node_type::string:
      return "a string";
    case toml::node_type::integer:
      return "an integer";
    case toml::node_type::floating_point:
      return "a number";
    case toml::node_type::boolean:
      return "a boolean";
    default:
      return "a date or time";
  }
}

std::string text_in(const Place& place) {
  const toml::value<std::string>* text = place.node.as_string();
  if (text == nullptr) place.reject(type_of(place.node), "a string");
  if (text->get().empty()) place.reject("an empty string", "a name");
  return text->get();
}

// A path inside the project or the build folder.
std::string inner_path_in(const Place& place) {
  std::string text = text_in(place);
  std::filesystem::path path(text);
  bool leaves = std::find(path.begin(), path.end(), "..") != path.end();
  if (path.is_absolute() || leaves)
    place.reject(fmt::format("\"{}\"", text), "a relative path without \"..\"");
  return text;
}

std::vector<std::string> texts_in(const Place& place) {
  const toml::array* array = place.node.as_array();
  if (array == nullptr) place.reject(type_of(place.node), "an array of strings");
  if (array->empty()) place.reject("an empty array", "at least one string");
  std::vector<std::string> texts;
  for (const toml::node& element : *array)
    texts.push_back(text_in({place.file, place.key, element}));
  return texts;
}

std::vector<std::string> different_texts_in(const Place& place) {
  std::vector<std::string> texts = texts_in(place);
  std::set<std::string> seen;
  for (const std::string& text : texts) {
    if (!seen.insert(text).second) place.reject(fmt::format("\"{}\" twice", text), "each once");
  }
  return texts;
}

// One key that a table may hold, and what takes its value.
struct Key {
  std::string name;
  void (*take)(const Place&, ProjectFile&);
};

void read_table(const std::string& file, const std::string& prefix, const toml::table& table,
                const std::vector<Key>& keys, ProjectFile& project) {
  for (auto&& [name, node] : table) {
    std::string key = prefix + std::string(name.str());
    auto known =
        std::find_if(keys.begin(), keys.end(), [&](const Key& k) { return k.name == name.str(); });
    if (known == keys.end()) {
      std::vector<std::string> names;
      for (const Key& k : keys) names.push_back(k.name);
      // The place of the key, not of its value, which may start lines below.
      throw Failure(ExitCode::bad_input,
                    fmt::format("{}:{}: found the unknown key {}, expected one of {}", file,
                                name.source().begin.line, key, fmt::join(names, ", ")));
    }
    known->take({file, key, node}, project);
  }
}

const toml::table& table_in(const Place& place) {
  const toml::table* table = place.node.as_table();
  if (table == nullptr) place.reject(type_of(place.node), "a table");
  return *table;
}

const std::vector<Key> cost_keys = {
    {"touch",
     [](const Place& place, ProjectFile& project) { project.touch = inner_path_in(place); }},
    {"edit_file",
     [](const Place& place, ProjectFile& project) { project.edit_file = inner_path_in(place); }},
    {"edit_function",
     [](const Place& place, ProjectFile& project) { project.edit_function = text_in(place); }},
};

const std::vector<Key> run_keys = {
    {"build", [](const Place& place,
                 ProjectFile& project) { project.run_build = different_texts_in(place); }},
    {"command",
     [](const Place& place, ProjectFile& project) { project.run_command = texts_in(place); }},
};

const std::vector<Key> top_keys = {
    {"target", [](const Place& place, ProjectFile& project) { project.target = text_in(place); }},
    {"library",
     [](const Place& place, ProjectFile& project) { project.library = inner_path_in(place); }},
    {"presets",
     [](const Place& place, ProjectFile& project) { project.presets = different_texts_in(place); }},
    {"exports",
     [](const Place& place, ProjectFile& project) { project.exports = different_texts_in(place); }},
    {"cost",
     [](const Place& place, ProjectFile& project) {
       read_table(place.file, "cost.", table_in(place), cost_keys, project);
     }},
    {"run",
     [](const Place& place, ProjectFile& project) {
       read_table(place.file, "run.", table_in(place), run_keys, project);
     }},
};

}  // namespace

ProjectFile parse_project_file(const std::string& text, const std::string& name) {
  ProjectFile project;
  try {
    toml::table table = toml::parse(text, name);
    read_table(name, "", table, top_keys, project);
  } catch (const toml::parse_error& error) {
    throw Failure(ExitCode::bad_input, fmt::format("{}:{}: {}", name, error.source().begin.line,
                                                   std::string(error.description())));
  }
  if (project.edit_file.empty() != project.edit_function.empty()) {
    throw Failure(ExitCode::bad_input,
                  fmt::format("{}: found one of cost.edit_file and cost.edit_function, "
                              "expected both or neither",
                              name));
  }
  return project;
}

std::optional<ProjectFile> read_project_file(const std::filesystem::path& project) {
  std::filesystem::path file = project / project_file_name;
  std::error_code unreadable;
  if (!std::filesystem::exists(file, unreadable) && !unreadable) return std::nullopt;
  return parse_project_file(text_of(file), file.string());
}

}  // namespace ltoscope::buildcost
