// Laying keys out in words, and numbering what does not fit one.
#include "operators/key_coder.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <limits>
#include <utility>

#include "primitives/compare.h"
#include "primitives/key_packing.h"
#include "primitives/loop.h"

namespace engine::operators {
namespace {

using columns::Storage;

constexpr int bits_of_word = 64;
constexpr int bits_of_id = 32;

uint64_t pair_of(uint64_t id, uint64_t next) { return id << bits_of_id | next; }

int64_t select_within(columns::Vector values, int64_t low, int64_t high, columns::Rows rows,
                      int32_t* selected) {
  auto select = [&](const auto* value) {
    return primitives::select_rows(
        rows, [=](int64_t row) { return low <= value[row] && value[row] <= high; }, selected);
  };
  return primitives::with_integers(values, select);
}

}  // namespace

KeyCoder::KeyCoder(const std::vector<columns::Attribute>& keys) {
  int64_t word = 0;
  for (const columns::Attribute& key : keys) {
    Part part = {.storage = key.type.storage,
                 .low = 0,
                 .high = 0,
                 .bits = bits_of_id,
                 .shift = 0,
                 .word = 0,
                 .texts = 0};
    if (part.storage == Storage::string) {
      part.texts = std::ssize(texts_);
      part.high = std::numeric_limits<int32_t>::max();
      texts_.emplace_back();
    } else {
      assert(part.storage != Storage::int128);
      part.low = static_cast<int64_t>(key.range.low);
      part.high = static_cast<int64_t>(key.range.high);
      part.bits =
          std::bit_width(static_cast<uint64_t>(part.high) - static_cast<uint64_t>(part.low));
    }
    if (bits_ + part.bits > bits_of_word) {
      ++word;
      bits_ = 0;
    }
    part.word = word;
    // A shift by all bits of a word, of a key without bits, would be undefined.
    part.shift = part.bits == 0 ? 0 : bits_;
    bits_ += part.bits;
    parts_.push_back(part);
  }
  if (word > 0) numberings_.resize(word + 1);
}

std::optional<uint64_t> KeyCoder::bound() const {
  if (!numberings_.empty() || !texts_.empty() || bits_ == bits_of_word) return std::nullopt;
  if (parts_.size() == 1) return static_cast<uint64_t>(parts_[0].high - parts_[0].low) + 1;
  return uint64_t{1} << bits_;
}

void KeyCoder::encode_word(int64_t word, const std::vector<columns::Vector>& keys,
                           columns::Rows rows, uint64_t* codes) const {
  bool is_first = true;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const Part& part = parts_[i];
    if (part.word != word) continue;
    if (is_first) {
      primitives::pack_first_key(keys[i], part.low, rows, codes);
    } else {
      primitives::pack_further_key(keys[i], part.low, part.shift, rows, codes);
    }
    is_first = false;
  }
}

void KeyCoder::encode(const std::vector<columns::Vector>& keys, columns::Batch& batch,
                      columns::Rows rows, uint64_t* codes) {
  std::vector<columns::Vector> numbers = keys;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    if (parts_[i].storage != Storage::string) continue;
    const columns::StringValue* texts = keys[i].values<columns::StringValue>();
    int32_t* ids = batch.add_values<int32_t>();
    TextIds& known = texts_[parts_[i].texts];
    primitives::for_each_row(rows, [&](int64_t row) { ids[row] = known.add(texts[row].view()); });
    numbers[i] = {Storage::int32, reinterpret_cast<const std::byte*>(ids)};
  }
  encode_word(0, numbers, rows, codes);
  if (numberings_.empty()) return;
  IntegerIds& first = numberings_[0].words;
  primitives::for_each_row(rows, [&](int64_t row) { codes[row] = first.add(codes[row]); });
  uint64_t* next = batch.add_values<uint64_t>();
  for (int64_t word = 1; word < std::ssize(numberings_); ++word) {
    Numbering& numbering = numberings_[word];
    encode_word(word, numbers, rows, next);
    primitives::for_each_row(rows, [&](int64_t row) {
      codes[row] = numbering.pairs.add(pair_of(codes[row], numbering.words.add(next[row])));
    });
  }
}

columns::Rows KeyCoder::encode_known(const std::vector<columns::Vector>& keys,
                                     const std::vector<bool>& within, columns::Batch& batch,
                                     columns::Rows rows, int32_t* selected, uint64_t* codes) const {
  std::vector<columns::Vector> numbers = keys;
  columns::Rows known = rows;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const Part& part = parts_[i];
    if (part.storage == Storage::string) {
      const columns::StringValue* texts = keys[i].values<columns::StringValue>();
      int32_t* ids = batch.add_values<int32_t>();
      const TextIds& kept = texts_[part.texts];
      int64_t count = primitives::select_rows(
          known,
          [&](int64_t row) {
            ids[row] = kept.find(texts[row].view());
            return ids[row] != TextIds::none;
          },
          selected);
      known = {selected, count};
      numbers[i] = {Storage::int32, reinterpret_cast<const std::byte*>(ids)};
    } else if (!within[i]) {
      known = {selected, select_within(keys[i], part.low, part.high, known, selected)};
    }
  }
  encode_word(0, numbers, known, codes);
  if (!numberings_.empty()) {
    uint64_t* next = batch.add_values<uint64_t>();
    auto number = [&](const auto& find) {
      int64_t count = primitives::select_rows(
          known,
          [&](int64_t row) {
            int32_t id = find(row);
            codes[row] = static_cast<uint64_t>(id);
            return id != IntegerIds::none;
          },
          selected);
      known = {selected, count};
    };
    number([&](int64_t row) { return numberings_[0].words.find(codes[row]); });
    for (int64_t word = 1; word < std::ssize(numberings_); ++word) {
      const Numbering& numbering = numberings_[word];
      encode_word(word, numbers, known, next);
      number([&](int64_t row) {
        int32_t id = numbering.words.find(next[row]);
        return id == IntegerIds::none ? id : numbering.pairs.find(pair_of(codes[row], id));
      });
    }
  }
  return known;
}

std::optional<int64_t> KeyCoder::only_low() const {
  if (parts_.size() != 1 || !texts_.empty()) return std::nullopt;
  return parts_[0].low;
}

void KeyCoder::decode(const uint64_t* codes, int64_t count, int64_t key, std::byte* values) const {
  const Part& part = parts_[key];
  std::vector<uint64_t> words(codes, codes + count);
  for (int64_t word = std::ssize(numberings_) - 1; word >= 0; --word) {
    const Numbering& numbering = numberings_[word];
    for (uint64_t& code : words) {
      uint64_t pair = word > 0 ? numbering.pairs.keys()[code] : code;
      uint64_t of_word = word > 0 ? pair & std::numeric_limits<uint32_t>::max() : pair;
      code = word == part.word ? numbering.words.keys()[of_word] : pair >> bits_of_id;
    }
    if (word == part.word) break;
  }
  if (part.storage != Storage::string) {
    primitives::unpack_key(words.data(), count, part.low, part.shift, part.bits, part.storage,
                           values);
    return;
  }
  std::vector<int32_t> ids(count);
  primitives::unpack_key(words.data(), count, 0, part.shift, part.bits, Storage::int32, ids.data());
  const std::vector<columns::StringValue>& texts = texts_[part.texts].texts();
  auto* results = reinterpret_cast<columns::StringValue*>(values);
  for (int64_t i = 0; i < count; ++i) results[i] = texts[ids[i]];
}

}  // namespace engine::operators
