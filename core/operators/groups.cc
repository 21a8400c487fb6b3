// The ways of numbering.
#include "operators/groups.h"

#include <numeric>
#include <utility>

#include "primitives/loop.h"

namespace engine::operators {
namespace {

// With pointers of its own: bytes that are written might be any object's.
void number_by_code(const uint64_t* codes, columns::Rows rows, int32_t* groups,
                    uint8_t* is_occupied) {
  primitives::for_each_row(rows, [=](int64_t row) mutable {
    is_occupied[codes[row]] = 1;
    *groups++ = static_cast<int32_t>(codes[row]);
  });
}

}  // namespace

Groups::Groups(Grouping grouping, const std::vector<columns::Attribute>& keys)
    : grouping_(grouping) {
  if (grouping != Grouping::one) coder_.emplace_back(keys);
  if (grouping == Grouping::perfect) is_occupied_.resize(*coder_[0].bound());
}

int64_t Groups::capacity() const {
  switch (grouping_) {
    case Grouping::one:
      return 1;
    case Grouping::perfect:
      return std::ssize(is_occupied_);
    case Grouping::ordered:
      return std::ssize(codes_);
    case Grouping::hash:
      return ids_.size();
  }
  std::unreachable();
}

std::optional<int64_t> Groups::most_groups() const {
  bool is_fixed = grouping_ == Grouping::one || grouping_ == Grouping::perfect;
  return is_fixed ? std::optional(capacity()) : std::nullopt;
}

void Groups::assign(const std::vector<columns::Vector>& keys, columns::Batch& batch,
                    columns::Rows rows, int32_t* groups) {
  if (grouping_ == Grouping::one) {
    for (int64_t i = 0; i < rows.count; ++i) groups[i] = 0;
    return;
  }
  uint64_t* codes = batch.add_values<uint64_t>();
  coder_[0].encode(keys, batch, rows, codes);
  switch (grouping_) {
    case Grouping::perfect:
      return number_by_code(codes, rows, groups, is_occupied_.data());
    case Grouping::ordered:
      return assign_ordered(codes, rows, groups);
    case Grouping::hash:
      return ids_.add_all(codes, rows, groups);
    case Grouping::one:
      break;
  }
  std::unreachable();
}

void Groups::assign_ordered(const uint64_t* codes, columns::Rows rows, int32_t* groups) {
  if (rows.count == 0) return;
  // Every row writes its code behind those there are; it counts when it is another one. So there is
  // no branch on whether a group ends.
  int64_t count = std::ssize(codes_);
  codes_.resize(count + rows.count + 1);
  uint64_t* known = codes_.data();
  if (count == 0) {
    known[0] = codes[rows.indexes == nullptr ? 0 : rows.indexes[0]];
    count = 1;
  }
  primitives::for_each_row(rows, [&, known, codes](int64_t row) {
    known[count] = codes[row];
    count += known[count - 1] != codes[row] ? 1 : 0;
    *groups++ = static_cast<int32_t>(count) - 1;
  });
  codes_.resize(count);
}

std::vector<int32_t> Groups::occupied() const {
  std::vector<int32_t> groups(capacity());
  if (grouping_ == Grouping::perfect) {
    int64_t count = primitives::select_rows(
        {nullptr, capacity()}, [&](int64_t group) { return is_occupied_[group] != 0; },
        groups.data());
    groups.resize(count);
  } else {
    std::iota(groups.begin(), groups.end(), 0);
  }
  return groups;
}

void Groups::write_keys(const std::vector<int32_t>& groups, int64_t key, std::byte* values) const {
  std::vector<uint64_t> codes;
  codes.reserve(groups.size());
  for (int32_t group : groups) {
    codes.push_back(grouping_ == Grouping::perfect   ? static_cast<uint64_t>(group)
                    : grouping_ == Grouping::ordered ? codes_[group]
                                                     : ids_.keys()[group]);
  }
  coder_[0].decode(codes.data(), std::ssize(codes), key, values);
}

}  // namespace engine::operators
