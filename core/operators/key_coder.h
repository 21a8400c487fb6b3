// Codes the keys of a row as one number of 64 bits, equal for equal keys: packed side by side where
// their ranges are small enough, as they mostly are; by numbering pairs of them where not.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "columns/attribute.h"
#include "columns/batch.h"
#include "operators/integer_ids.h"
#include "operators/text_ids.h"

namespace engine::operators {

class KeyCoder {
 public:
  // Requires: at least one key; each column's values lie in its range.
  explicit KeyCoder(const std::vector<columns::Attribute>& keys);

  // No code is as large as this; nothing: they may be of any size. Codes without a bound and those
  // of texts depend on which keys came before.
  std::optional<uint64_t> bound() const;

  // codes[row] = the code of the row's keys, for each of the rows, which are some of the batch's.
  void encode(const std::vector<columns::Vector>& keys, columns::Batch& batch, columns::Rows rows,
              uint64_t* codes);

  // As above, for keys that may be none of those encoded before: gives those of the rows whose keys
  // may have a code, `rows` itself or a selection that it has written to `selected`. `within`: for
  // each key whether all values are known to lie in its range.
  // Threads: may be called by any number at once.
  columns::Rows encode_known(const std::vector<columns::Vector>& keys,
                             const std::vector<bool>& within, columns::Batch& batch,
                             columns::Rows rows, int32_t* selected, uint64_t* codes) const;

  // The least value of the only key, from which its codes count; nothing when there are several
  // keys, or texts.
  std::optional<int64_t> only_low() const;

  // Writes the values of key number `key` of `count` codes side by side. Strings hold for as long
  // as the coder lives. Requires: the codes came from encode().
  void decode(const uint64_t* codes, int64_t count, int64_t key, std::byte* values) const;

 private:
  // Where a key lies: in bits [shift, shift + bits) of one of the words.
  struct Part {
    columns::Storage storage;
    int64_t low;
    int64_t high;
    int bits;
    int shift;
    int64_t word;
    int64_t texts;  // index into texts_, of strings only
  };

  // With more than one word, each is numbered, and then each pair of the number so far and the next
  // word's.
  struct Numbering {
    IntegerIds words;
    IntegerIds pairs;  // of the first word, unused
  };

  void encode_word(int64_t word, const std::vector<columns::Vector>& keys, columns::Rows rows,
                   uint64_t* codes) const;

  std::vector<Part> parts_;
  std::vector<TextIds> texts_;
  int bits_ = 0;                       // that the last word uses
  std::vector<Numbering> numberings_;  // one for each word when there are several
};

}  // namespace engine::operators
