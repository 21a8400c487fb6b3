// Plans as bytes, to leave the process and to come back from where nothing is known of them.
//
//   plan        0x70 0x6c 0x61 0x6e ("plan"), the version 1, a node
//   node        its kind, then what that kind has, then its inputs as nodes
//     0 scan        name of the table, list of names
//     1 filter      expression
//     2 project     list of (name, expression)
//     3 aggregate   list of names, list of calls
//     4 join        JoinKind, list of keys, of left and mark: the mark's name, option of expression
//     5 group join  list of keys, list of calls
//     6 scalar
//     7 sort        list of (name, 1 if descending or 0), option of varint
//   call        AggregateFunction, name, option of expression
//   key         name on the probe side, name on the build side
//   expression  its kind, then what that kind has
//     0 column      name
//     1 number      signed, places
//     2 date        signed
//     3 text        text
//     4 call        Function, of divide: places, list of expressions
//   list        varint: how many; each one
//   option      0, or 1 and the thing
//   text, name  varint: how many bytes; the bytes
//   varint      seven bits a byte, the lowest first; all bytes but the last have the highest bit
//   signed      varint of 0, 1, 2, 3, 4 for 0, -1, 1, -2, 2 and so on
//
// Kinds, functions, versions, places, 0 and 1 are single bytes; kinds and functions are numbered as
// in node.h and expression.h, so one that is new comes last, or the version changes. Numbers take
// as few bytes as they need, so a plan has one encoding only. Neither a node that is its own input
// nor one with too few or too many inputs can be written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "plan/node.h"

namespace engine::plan {

// Nodes, expressions and entries of lists, together.
inline constexpr int64_t most_items = 100'000;

// Throws a PlanError when the plan is not valid (validate.h) or has too many items.
std::string encode(const Node& plan);

// Takes any bytes. Gives a valid plan, or throws a PlanError of one line that names a byte, counted
// from 0. Takes memory in proportion to the bytes.
Node decode(std::string_view bytes);

// Where a node stands in the bytes of its plan, its inputs with it.
struct EncodedNode {
  const Node* node;
  std::size_t first_byte;
  std::size_t byte_count;
};

struct EncodedNodes {
  std::string bytes;
  std::vector<EncodedNode> nodes;  // each one before its inputs
};

// As encode(), but of any number of items. Requires: a valid plan.
EncodedNodes encode_nodes(const Node& plan);

// What both need to know of the format.
namespace format {
inline constexpr std::string_view magic = "plan";
inline constexpr uint8_t version = 1;
}  // namespace format

}  // namespace engine::plan
