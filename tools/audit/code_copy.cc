// Very large pieces, and files in memory, are left where they are.
#include "audit/code_copy.h"

namespace ltoscope::audit {
namespace {

constexpr std::size_t most_copied = std::size_t{4} << 20;

}  // namespace

CodeCopy::CodeCopy(const CodeMap& code, uint64_t begin, uint64_t end)
    : bytes_(code_from(code, begin).first(end - begin)) {
  if (bytes_.size() > most_copied) return;
  auto copied = std::make_unique_for_overwrite<std::byte[]>(bytes_.size());
  std::span<std::byte> into(copied.get(), bytes_.size());
  if (!code.image->file->copy(bytes_, into)) return;
  copied_ = std::move(copied);
  bytes_ = into;
}

}  // namespace ltoscope::audit
