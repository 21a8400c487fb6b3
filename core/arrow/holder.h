// What an exported struct owns, behind its private data. Each child owns what it needs itself, so a
// reader may move it out of its parent; those still in place go with the parent.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "arrow/c_data_interface.h"

namespace engine::arrow {

// Released children and no dictionary, to be exported into. Struct is ArrowSchema or ArrowArray.
template <class Struct>
class Family {
 public:
  explicit Family(int64_t child_count) : children_(child_count) {
    pointers_.reserve(child_count);
    for (Struct& child : children_) pointers_.push_back(&child);
  }
  Family(const Family&) = delete;
  Family& operator=(const Family&) = delete;
  ~Family() {
    for (Struct& child : children_) release(child);
    release(dictionary_);
  }

  Struct* child(int64_t index) { return &children_[index]; }
  Struct* dictionary() { return &dictionary_; }

  // Points to those that have been exported into.
  void show_in(Struct& parent) {
    parent.n_children = std::ssize(children_);
    parent.children = pointers_.empty() ? nullptr : pointers_.data();
    parent.dictionary = dictionary_.release != nullptr ? &dictionary_ : nullptr;
  }

 private:
  static void release(Struct& member) {
    if (member.release != nullptr) member.release(&member);
  }

  std::vector<Struct> children_;
  std::vector<Struct*> pointers_;
  Struct dictionary_ = {};
};

struct SchemaHolder {
  std::string format;
  std::string name;
  int64_t child_count = 0;
  Family<ArrowSchema> family = Family<ArrowSchema>(child_count);
};

struct ArrayHolder {
  int64_t length;
  int64_t child_count = 0;
  std::vector<const void*> buffers = {nullptr};  // the first one would say which values are NULL
  std::vector<std::shared_ptr<const void>> owners = {};  // of the buffers
  Family<ArrowArray> family = Family<ArrowArray>(child_count);
};

// From here on whoever releases `out` frees the holder.
void hand_out(std::unique_ptr<SchemaHolder> holder, ArrowSchema* out) noexcept;
void hand_out(std::unique_ptr<ArrayHolder> holder, ArrowArray* out) noexcept;

}  // namespace engine::arrow
