// Reads the entries of calls, those of DWARF 5 and those that GCC wrote before it.
#include "dwarf/call_site_records.h"

#include <algorithm>
#include <utility>

#include "dwarf/entry.h"
#include "dwarf/entry_walk.h"

namespace ltoscope::dwarf {
namespace {

struct CallValues {
  Value low_pc, return_pc, call_pc, origin, tail;
};

CallValues read_call(const Unit& unit, const Abbreviation& abbreviation,
                     elf::InlineCursor& cursor) {
  CallValues call;
  for (const AttributeForm& form : unit.abbreviations->forms_of(abbreviation)) {
    Value value = read_value(cursor, form, unit.encoding);
    switch (form.attribute) {
      case Attribute::low_pc:  // before version 5: where the call returns to
        call.low_pc = value;
        break;
      case Attribute::call_return_pc:
        call.return_pc = value;
        break;
      case Attribute::call_pc:
        call.call_pc = value;
        break;
      case Attribute::call_origin:
      case Attribute::abstract_origin:
        call.origin = value;
        break;
      case Attribute::call_tail_call:
      case Attribute::gnu_tail_call:
        call.tail = value;
        break;
      default:
        break;
    }
  }
  return call;
}

std::vector<CallSiteRecord> records_of_unit(const DwarfFile& file, const Unit& unit) {
  std::vector<CallSiteRecord> found;
  for_each_entry(
      file, unit, [&](const Abbreviation& abbreviation, elf::InlineCursor& cursor, std::size_t) {
        if (abbreviation.tag != Tag::call_site && abbreviation.tag != Tag::gnu_call_site) {
          skip_values(cursor, *unit.abbreviations, abbreviation, unit.encoding);
          return;
        }
        CallValues call = read_call(unit, abbreviation, cursor);
        CallSiteRecord record{};
        record.return_address =
            address_of(file, unit, call.return_pc ? call.return_pc : call.low_pc);
        record.call_address = address_of(file, unit, call.call_pc);
        for (std::optional<uint64_t>* address : {&record.return_address, &record.call_address}) {
          if (*address && is_left_out(**address, unit.encoding.address_size)) address->reset();
        }
        if (!record.return_address && !record.call_address) return;
        record.tail_call = call.tail && call.tail.number != 0;
        if (std::optional<EntryPlace> target = referred(file, unit, call.origin)) {
          EntryNames names = names_of(*target);
          record.target = names.linkage_name.empty() ? names.name : names.linkage_name;
        }
        found.push_back(std::move(record));
      });
  return found;
}

}  // namespace

CallSiteRecords call_site_records(const DebugInfo& info, int threads) {
  CallSiteRecords result;
  std::vector<std::vector<CallSiteRecord>> of_units(info.file ? info.file->units.size() : 0);
  result.incomplete =
      visit_units(info, threads, [&](const DwarfFile& file, const Unit& unit, std::size_t number) {
        of_units[number] = records_of_unit(file, unit);
      });
  for (std::vector<CallSiteRecord>& some : of_units) {
    std::move(some.begin(), some.end(), std::back_inserter(result.records));
  }
  auto place = [](const CallSiteRecord& record) {
    uint64_t address = record.return_address ? *record.return_address : *record.call_address;
    return std::pair(address, std::string_view(record.target));
  };
  std::sort(result.records.begin(), result.records.end(),
            [&](const CallSiteRecord& a, const CallSiteRecord& b) { return place(a) < place(b); });
  return result;
}

}  // namespace ltoscope::dwarf
