// The functions whose call sites are looked for: the usual ones of allocation and thread-local
// lookup, or those that somebody names.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ltoscope::audit {

// A set of callees: bit n is callee n of a watch list. Folding of equal functions can put several
// at one address.
using CalleeSet = uint64_t;

// What TLS descriptors point to; it has no symbol, and is looked for always.
inline constexpr CalleeSet tls_descriptor_set = CalleeSet{1} << 63;
inline constexpr std::size_t most_callees = 63;

// What finds thread-locals by a call, by its symbol.
inline constexpr char tls_lookup[] = "__tls_get_addr";

inline CalleeSet callee_set(std::size_t index) { return CalleeSet{1} << index; }

class WatchList {
 public:
  // malloc, free, __tls_get_addr, operator new and operator delete in all their forms.
  static WatchList usual();
  // One callee each: "operator new" and "operator delete" stand for all their forms, "*", "?" and
  // "[" make a shell glob of symbol names, anything else is a symbol's name. Throws
  // Failure(bad_input) for more than most_callees, for an empty one, and for one given twice.
  static WatchList of(const std::vector<std::string>& callees);

  // As reported, by index.
  std::span<const std::string> names() const { return names_; }
  // Those that the symbol (without "@VERSION") is.
  CalleeSet named(std::string_view symbol) const;

 private:
  void add(const std::string& callee);
  void add_symbol(std::string_view symbol, CalleeSet set);

  std::vector<std::string> names_;
  struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>()(text);
    }
  };
  std::unordered_map<std::string, CalleeSet, TextHash, std::equal_to<>> by_symbol_;
  std::size_t longest_ = 0;  // of the symbols
  std::vector<std::pair<std::string, CalleeSet>> globs_;
};

}  // namespace ltoscope::audit
