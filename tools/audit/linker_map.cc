// Line by line; what is no line of a section or an input (symbols, patterns, fillings) is passed
// by.
#include "audit/linker_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <set>
#include <string_view>
#include <tuple>

#include "command/failure.h"
#include "elf/mapped_file.h"

namespace ltoscope::audit {
namespace {

// Above the lines of sections.
constexpr std::string_view lld_begin = "VMA              LMA     Size Align Out     In      Symbol";
constexpr std::array<std::string_view, 2> gnu_begins = {"Linker script and memory map",
                                                        "Memory map"};
constexpr std::string_view gnu_end = "Cross Reference Table";

std::string_view without_spaces_before(std::string_view text) {
  std::size_t begin = text.find_first_not_of(' ');
  return begin == std::string_view::npos ? std::string_view() : text.substr(begin);
}

// Takes the next word off the text's begin.
std::string_view take_word(std::string_view& text) {
  text = without_spaces_before(text);
  std::string_view word = text.substr(0, text.find(' '));
  text.remove_prefix(word.size());
  return word;
}

std::optional<uint64_t> hex_number(std::string_view text) {
  uint64_t number = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, 16);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

// "0x12".
std::optional<uint64_t> prefixed_number(std::string_view text) {
  return text.starts_with("0x") ? hex_number(text.substr(2)) : std::nullopt;
}

// No file system takes longer paths; "libx.a(y.o)" may be of two. Each call site gets the name of
// its object.
constexpr std::size_t longest_object = 8192;

class MapReader {
 public:
  explicit MapReader(const std::filesystem::path& path) : file_(path) {
    map_.path = file_.name();
    text_ = {reinterpret_cast<const char*>(file_.bytes().data()), file_.bytes().size()};
  }

  LinkerMap read() && {
    while (std::optional<std::string_view> line = next_line()) {
      bool is_lld = without_spaces_before(*line) == lld_begin;
      bool is_gnu = std::find(gnu_begins.begin(), gnu_begins.end(), *line) != gnu_begins.end();
      if (!is_lld && !is_gnu) continue;
      is_lld ? read_lld() : read_gnu();
      return std::move(map_);
    }
    reject("no heading that lld, GNU ld or gold writes", "a linker map (-Wl,-Map,FILE)");
  }

 private:
  [[noreturn]] void reject(const std::string& found, const std::string& expected) const {
    throw Failure(ExitCode::bad_input, fmt::format("{}: line {}: found {}, expected {}", map_.path,
                                                   line_number_, found, expected));
  }

  std::optional<std::string_view> next_line() {
    if (text_.empty()) return std::nullopt;
    ++line_number_;
    std::size_t end = text_.find('\n');
    std::string_view line = text_.substr(0, end);
    text_.remove_prefix(end == std::string_view::npos ? text_.size() : end + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
  }

  // Columns: two addresses, the size, the alignment, and a name that is indented by 8 for an input
  // and 16 for a symbol.
  void read_lld() {
    while (std::optional<std::string_view> line = next_line()) {
      std::string_view rest = *line;
      std::optional<uint64_t> address = hex_number(take_word(rest));
      take_word(rest);
      std::optional<uint64_t> size = hex_number(take_word(rest));
      take_word(rest);
      if (!address || !size || !rest.starts_with(' ')) continue;
      rest.remove_prefix(1);
      std::size_t indent = rest.find_first_not_of(' ');
      if (indent == 0) add_section(rest, *address, *size);
      if (indent != 8) continue;
      // "OBJECT:(SECTION)"; assignments of a linker script stand there, too.
      std::string_view input = rest.substr(indent);
      std::size_t colon = input.rfind(":(");
      if (colon == std::string_view::npos || !input.ends_with(')')) continue;
      add_input(input.substr(0, colon), *address, *size);
    }
  }

  // Names of output sections stand at the line's begin, of input sections behind one space; a long
  // name has its numbers on the next line.
  void read_gnu() {
    enum class Pending { nothing, section, input } pending = Pending::nothing;
    std::string_view name;
    while (std::optional<std::string_view> line = next_line()) {
      if (*line == gnu_end) return;
      std::size_t indent = line->find_first_not_of(' ');
      std::string_view rest = *line;
      if (indent == std::string_view::npos) continue;
      if (indent <= 1) {
        pending = indent == 0 ? Pending::section : Pending::input;
        name = take_word(rest);
        bool is_filling = name.starts_with('*');
        if (is_filling) {
          pending = Pending::nothing;
          continue;
        }
        if (without_spaces_before(rest).empty()) continue;
      }
      std::optional<uint64_t> address = prefixed_number(take_word(rest));
      std::optional<uint64_t> size = prefixed_number(take_word(rest));
      std::string_view object = without_spaces_before(rest);
      if (address && size && pending == Pending::section) add_section(name, *address, *size);
      if (address && size && pending == Pending::input && !object.empty()) {
        add_input(object, *address, *size);
      }
      pending = Pending::nothing;
    }
  }

  void require_fit(uint64_t address, uint64_t size) const {
    if (address + size >= address) return;
    reject(fmt::format("{:#x} bytes at {:#x}", size, address), "an end that has an address");
  }

  void add_section(std::string_view name, uint64_t address, uint64_t size) {
    require_fit(address, size);
    map_.sections.push_back({std::string(name), address, size});
  }

  void add_input(std::string_view object, uint64_t address, uint64_t size) {
    require_fit(address, size);
    if (size == 0) return;
    if (object.size() > longest_object) {
      reject(fmt::format("an object's name of {} bytes", object.size()),
             fmt::format("at most {}", longest_object));
    }
    auto [place, is_new] = objects_.try_emplace(object, map_.objects.size());
    if (is_new) map_.objects.emplace_back(object);
    map_.inputs.push_back({address, size, place->second});
  }

  elf::MappedFile file_;
  std::string_view text_;
  int64_t line_number_ = 0;
  std::unordered_map<std::string_view, std::size_t> objects_;
  LinkerMap map_;
};

bool is_digits(std::string_view text) {
  return text.find_first_not_of("0123456789") == std::string_view::npos;
}

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

LinkerMap read_linker_map(const std::filesystem::path& path) { return MapReader(path).read(); }

std::vector<MappedInput> LinkerMap::inputs_of_code(const elf::Image& image) const {
  std::set<std::tuple<std::string_view, uint64_t, uint64_t>> places;
  for (const MappedSection& mapped : sections) {
    places.emplace(mapped.name, mapped.address, mapped.size);
  }
  std::vector<MappedSection> of_code;
  for (const elf::Section& section : image.sections) {
    if (!section.executable || section.size == 0) continue;
    if (places.contains({section.name, section.address, section.size})) {
      of_code.push_back({std::string(section.name), section.address, section.size});
      continue;
    }
    auto same = std::find_if(sections.begin(), sections.end(), [&](const MappedSection& mapped) {
      return mapped.name == section.name;
    });
    const MappedSection* same_name = same == sections.end() ? nullptr : &*same;
    std::string found =
        same_name ? fmt::format("{:#x} bytes at {:#x}", same_name->size, same_name->address)
                  : std::string("none");
    throw Failure(
        ExitCode::bad_input,
        fmt::format("{}: section {}: found {}, expected {:#x} bytes at {:#x} as in {}: "
                    "the map is of another link",
                    path, section.name, found, section.size, section.address, image.file->name()));
  }
  if (of_code.empty()) {
    throw Failure(ExitCode::bad_input,
                  fmt::format("{}: found no section headers of code, expected some to compare with "
                              "the map {}",
                              image.file->name(), path));
  }
  std::sort(of_code.begin(), of_code.end(),
            [](const MappedSection& a, const MappedSection& b) { return a.address < b.address; });
  std::vector<MappedInput> chosen;
  for (const MappedInput& input : inputs) {
    auto after = std::upper_bound(
        of_code.begin(), of_code.end(), input.address,
        [](uint64_t address, const MappedSection& section) { return address < section.address; });
    if (after == of_code.begin()) continue;
    const MappedSection& section = *std::prev(after);
    if (input.address - section.address < section.size) chosen.push_back(input);
  }
  std::sort(chosen.begin(), chosen.end(), [](const MappedInput& a, const MappedInput& b) {
    return std::tie(a.address, a.object) < std::tie(b.address, b.object);
  });
  return chosen;
}

ObjectMember member_of_object(const std::string& object) {
  std::size_t slash = object.rfind('/', object.find('('));
  std::size_t base = slash == std::string::npos ? 0 : slash + 1;
  std::string folder = object.substr(0, base), file = object.substr(base);
  // lld up to 17 ("lto.tmp"), LLVM's plugin for GNU ld, caches of ThinLTO, GCC's partitions.
  for (std::string_view temporary :
       {"lto.tmp", "lto-llvm-", "llvmcache-", ".thinlto.o", ".ltrans", "<lto"}) {
    if (contains(file, temporary)) return {"", true};
  }
  constexpr std::string_view made_at_link = ".lto.";
  std::size_t begin = file.find(made_at_link);
  if (begin == std::string::npos || !file.ends_with(".o")) return {object, false};
  std::string module = file.substr(begin + made_at_link.size());
  // "x.so.lto.o" is the whole of full LTO, "x.so.lto.3.o" a part of it.
  if (module == "o" || is_digits(std::string_view(module).substr(0, module.size() - 2))) {
    return {"", true};
  }
  std::size_t position = module.rfind(" at ");
  bool is_member =
      position != std::string::npos && module.ends_with(").o") &&
      is_digits(std::string_view(module).substr(position + 4, module.size() - 3 - (position + 4)));
  if (is_member) return {folder + module.substr(0, position) + ")", true};
  return {folder + module, true};
}

}  // namespace ltoscope::audit
