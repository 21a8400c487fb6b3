// Reads line table headers and runs their programs.
#include "dwarf/line_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>

#include "elf/inline_cursor.h"

namespace ltoscope::dwarf {
namespace {

constexpr uint32_t wide_table_format = 0xffffffff;

struct Content {
  LineContent kind;
  Form form;
};

// The description of an entry of the two lists of version 5.
std::vector<Content> read_contents(elf::InlineCursor& cursor) {
  std::vector<Content> contents;
  uint8_t count = cursor.u8();
  for (uint8_t index = 0; index < count; ++index) {
    LineContent kind = static_cast<LineContent>(cursor.unsigned_leb128());
    contents.push_back({kind, static_cast<Form>(cursor.unsigned_leb128())});
  }
  return contents;
}

// Requires: list has grown by one.
template <class Item>
void require_moderate(const DwarfFile& file, const std::vector<Item>& list) {
  if (list.size() * sizeof(Item) <= memory_allowed(file)) return;
  file.sections.lines.reject(fmt::format("more than {} files or folders of one table", list.size()),
                             "fewer in a file of its size");
}

// One list of version 5: of folders, or of files. Text is looked up in `file` as the unit's own
// would be.
std::vector<LineTable::File> read_list(const DwarfFile& file, const Unit& unit,
                                       elf::InlineCursor& cursor, const Encoding& encoding) {
  const elf::ByteReader& section = file.sections.lines;
  std::vector<Content> contents = read_contents(cursor);
  uint64_t count = cursor.unsigned_leb128();
  std::vector<LineTable::File> list;
  for (uint64_t index = 0; index < count; ++index) {
    LineTable::File entry{};
    uint64_t start = cursor.offset();
    for (const Content& content : contents) {
      Value value = read_value(cursor, {Attribute{}, content.form, 0}, encoding);
      if (content.kind == LineContent::folder_index) entry.folder = value.number;
      if (content.kind != LineContent::path) continue;
      entry.name = value.form == Form::string ? section.text(value.number)
                                              : text_of(file, unit, value).value_or("");
    }
    if (cursor.offset() == start) {
      section.reject(fmt::format("{} entries without bytes at offset {:#x}", count, start),
                     "entries that take some");
    }
    list.push_back(entry);
    require_moderate(file, list);
  }
  return list;
}

void read_old_lists(const DwarfFile& file, elf::InlineCursor& cursor, LineTable& table) {
  table.folders.emplace_back();  // 0 is the unit's folder
  for (std::string_view folder = cursor.text(); !folder.empty(); folder = cursor.text()) {
    table.folders.push_back(folder);
    require_moderate(file, table.folders);
  }
  table.files.emplace_back();  // files count from 1
  for (std::string_view name = cursor.text(); !name.empty(); name = cursor.text()) {
    table.files.push_back({name, cursor.unsigned_leb128()});
    require_moderate(file, table.files);
    cursor.skip_leb128();  // time
    cursor.skip_leb128();  // size
  }
}

// Gives the addresses between rows their lines.
class RowSink {
 public:
  RowSink(std::span<const uint64_t> addresses, std::span<LineOfAddress> lines, Allowance& steps)
      : addresses_(addresses), lines_(lines), steps_(steps) {}

  void row(uint64_t address, uint64_t file, uint64_t line, uint8_t address_size) {
    if (!in_sequence_) {
      in_sequence_ = true;
      ignored_ = is_left_out(address, address_size);
      next_ = first_from(address);
    } else {
      cover(address);
      // Rows of a sequence go up; a table whose rows do not is searched again.
      if (address < address_) next_ = first_from(address);
    }
    address_ = address;
    file_ = file;
    line_ = line;
  }
  // False when the allowance is spent.
  bool end(uint64_t address) {
    if (in_sequence_) cover(address);
    in_sequence_ = false;
    return !spent_;
  }

 private:
  std::size_t first_from(uint64_t address) const {
    return static_cast<std::size_t>(
        std::lower_bound(addresses_.begin(), addresses_.end(), address) - addresses_.begin());
  }
  void cover(uint64_t until) {
    if (ignored_) return;
    std::size_t first = next_;
    for (; next_ < addresses_.size() && addresses_[next_] < until; ++next_) {
      // The first sequence that covers an address counts.
      if (!lines_[next_].covered) lines_[next_] = {file_, line_, true};
    }
    if (next_ != first && !steps_.spend(static_cast<int64_t>(next_ - first))) spent_ = true;
  }

  std::span<const uint64_t> addresses_;
  std::span<LineOfAddress> lines_;
  Allowance& steps_;
  bool in_sequence_ = false;
  bool ignored_ = false;  // the sequence is of code that was left out
  bool spent_ = false;
  std::size_t next_ = 0;
  uint64_t address_ = 0;
  uint64_t file_ = 0;
  uint64_t line_ = 0;
};

}  // namespace

std::optional<LineTable> read_line_table(const DwarfFile& file, const Unit& unit) {
  if (!unit.statements) return std::nullopt;
  const elf::ByteReader& section = file.sections.lines;
  elf::InlineCursor start(section, unit.statements.number);
  Encoding encoding = unit.encoding;
  encoding.offset_size = 4;
  uint64_t length = start.u32();
  if (length == wide_table_format) {
    encoding.offset_size = 8;
    length = start.u64();
  }
  uint64_t body = start.offset();
  start.skip(length);
  LineTable table{};
  table.end = start.offset();
  elf::InlineCursor cursor(section, body, table.end);
  table.version = encoding.version = cursor.u16();
  if (table.version < 2 || table.version > 5) {
    section.reject(fmt::format("version {} at offset {:#x}", table.version, unit.statements.number),
                   "2 to 5");
  }
  table.address_size = unit.encoding.address_size;
  if (table.version >= 5) {
    table.address_size = encoding.address_size = cursor.u8();
    cursor.skip(1);  // segment selector size
  }
  uint64_t header_length = cursor.sized(encoding.offset_size);
  elf::InlineCursor program = cursor;
  program.skip(header_length);
  table.program = program.offset();
  table.instruction_length = cursor.u8();
  if (table.version >= 4)
    cursor.skip(1);  // operations in an instruction: 1 except on VLIW machines
  cursor.skip(1);    // whether rows begin statements
  table.line_base = static_cast<int8_t>(cursor.u8());
  table.line_range = cursor.u8();
  table.first_special = cursor.u8();
  for (int operation = 1; operation < table.first_special; ++operation) {
    table.operand_counts.push_back(cursor.u8());
  }
  if (table.version >= 5) {
    for (const LineTable::File& folder : read_list(file, unit, cursor, encoding))
      table.folders.push_back(folder.name);
    table.files = read_list(file, unit, cursor, encoding);
  } else {
    read_old_lists(file, cursor, table);
  }
  return table;
}

std::string path_of(const LineTable& table, uint64_t index, std::string_view folder) {
  if (index >= table.files.size() || (table.version < 5 && index == 0)) return {};
  const LineTable::File& entry = table.files[index];
  std::string_view inner = entry.folder < table.folders.size() ? table.folders[entry.folder] : "";
  // From version 5 on folder 0 is the unit's own.
  if (table.version >= 5 && entry.folder == 0) folder = "";
  std::string path(entry.name);
  for (std::string_view outer : {inner, folder}) {
    if (path.starts_with('/') || outer.empty()) continue;
    path = fmt::format("{}{}{}", outer, outer.ends_with('/') ? "" : "/", path);
  }
  return path;
}

void find_lines(const DwarfFile& file, const LineTable& table, std::span<const uint64_t> addresses,
                std::span<LineOfAddress> lines, Allowance& steps) {
  const elf::ByteReader& section = file.sections.lines;
  elf::InlineCursor cursor(section, table.program, table.end);
  if (!steps.spend(static_cast<int64_t>(table.end - table.program))) {
    section.reject("line tables that are used over and over", "tables used about once");
  }
  RowSink sink(addresses, lines, steps);
  uint64_t address = 0, row_file = 1, line = 1;
  auto special_step = [&](uint8_t adjusted) -> uint64_t {
    if (table.line_range == 0) section.reject("a line range of 0", "1 to 255");
    return uint64_t{table.instruction_length} * (adjusted / table.line_range);
  };
  while (cursor.left() != 0) {
    uint8_t operation = cursor.u8();
    if (operation >= table.first_special) {
      uint8_t adjusted = operation - table.first_special;
      address += special_step(adjusted);
      line += static_cast<uint64_t>(int64_t{table.line_base} + adjusted % table.line_range);
      sink.row(address, row_file, line, table.address_size);
      continue;
    }
    switch (static_cast<LineOperation>(operation)) {
      case LineOperation::extended: {
        uint64_t size = cursor.unsigned_leb128();
        elf::InlineCursor inner = cursor;
        cursor.skip(size);
        if (size == 0) break;
        switch (static_cast<ExtendedLineOperation>(inner.u8())) {
          case ExtendedLineOperation::end_sequence:
            if (!sink.end(address)) {
              section.reject("sequences that cover the same addresses over and over",
                             "sequences apart from each other");
            }
            address = 0, row_file = 1, line = 1;
            break;
          case ExtendedLineOperation::set_address:
            address = inner.sized(size - 1);
            break;
          default:
            break;
        }
        break;
      }
      case LineOperation::copy:
        sink.row(address, row_file, line, table.address_size);
        break;
      case LineOperation::advance_pc:
        address += table.instruction_length * cursor.unsigned_leb128();
        break;
      case LineOperation::advance_line:
        line += static_cast<uint64_t>(cursor.signed_leb128());
        break;
      case LineOperation::set_file:
        row_file = cursor.unsigned_leb128();
        break;
      case LineOperation::const_add_pc:
        address += special_step(static_cast<uint8_t>(255 - table.first_special));
        break;
      case LineOperation::fixed_advance_pc:
        address += cursor.u16();
        break;
      default:
        // Others change nothing that is asked for here, and say how many operands they have.
        for (uint8_t left = table.operand_counts[operation - 1u]; left != 0; --left)
          cursor.skip_leb128();
    }
  }
}

}  // namespace ltoscope::dwarf
