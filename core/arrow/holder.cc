// Filling in exported structs, and their release callbacks.
#include "arrow/holder.h"

namespace engine::arrow {
namespace {

// Finds everything through the private data alone: the struct may have been moved.
template <class Holder, class Struct>
void release(Struct* exported) noexcept {
  delete static_cast<Holder*>(exported->private_data);
  exported->release = nullptr;
}

}  // namespace

void hand_out(std::unique_ptr<SchemaHolder> holder, ArrowSchema* out) noexcept {
  *out = {};
  out->format = holder->format.c_str();
  out->name = holder->name.c_str();
  holder->family.show_in(*out);
  out->release = release<SchemaHolder>;
  out->private_data = holder.release();
}

void hand_out(std::unique_ptr<ArrayHolder> holder, ArrowArray* out) noexcept {
  *out = {};
  out->length = holder->length;
  out->n_buffers = std::ssize(holder->buffers);
  out->buffers = holder->buffers.data();
  holder->family.show_in(*out);
  out->release = release<ArrayHolder>;
  out->private_data = holder.release();
}

}  // namespace engine::arrow
