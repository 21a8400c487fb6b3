// Copying selected rows into chunks, and chunks into one relation.
#include "operators/collector.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "primitives/gather.h"

namespace engine::operators {
namespace {

constexpr int64_t least_capacity = 1'024;

}  // namespace

Collector::Collector(const columns::Attributes& attributes, std::vector<int64_t> positions)
    : positions_(std::move(positions)) {
  for (const columns::Attribute& each : attributes) storages_.push_back(each.type.storage);
}

void Collector::make_room(Chunk& chunk, int64_t rows) {
  if (chunk.row_count + rows <= chunk.capacity) return;
  chunk.capacity = std::max({least_capacity, chunk.row_count + rows, 2 * chunk.capacity});
  chunk.values.resize(storages_.size());
  for (std::size_t i = 0; i < storages_.size(); ++i) {
    int64_t width = columns::bytes_per_value(storages_[i]);
    columns::Buffer larger(chunk.capacity * width);
    if (chunk.row_count > 0) {
      std::memcpy(larger.data(), chunk.values[i].data(), chunk.row_count * width);
    }
    chunk.values[i] = std::move(larger);
  }
}

void Collector::consume(columns::Batch& batch) {
  if (chunks_.empty() || chunks_.back().morsel != batch.morsel) {
    chunks_.push_back({.morsel = batch.morsel});
  }
  Chunk& chunk = chunks_.back();
  columns::Rows rows = batch.rows();
  make_room(chunk, rows.count);
  for (std::size_t i = 0; i < storages_.size(); ++i) {
    int64_t width = columns::bytes_per_value(storages_[i]);
    primitives::compact(storages_[i], batch.columns[positions_[i]].data, rows,
                        chunk.values[i].data() + chunk.row_count * width);
  }
  chunk.row_count += rows.count;
}

Relation Collector::finish(const columns::Attributes& attributes,
                           const std::vector<std::unique_ptr<Sink>>& collectors,
                           std::vector<std::shared_ptr<const void>> sources) {
  std::vector<const Chunk*> chunks;
  int64_t row_count = 0;
  for (const std::unique_ptr<Sink>& sink : collectors) {
    if (!sink) continue;
    for (const Chunk& chunk : static_cast<const Collector&>(*sink).chunks_) {
      chunks.push_back(&chunk);
      row_count += chunk.row_count;
    }
  }
  std::ranges::sort(chunks, {}, &Chunk::morsel);
  RelationBuffers buffers(attributes, row_count);
  for (std::size_t i = 0; i < attributes.size(); ++i) {
    int64_t width = columns::bytes_per_value(attributes[i].type.storage);
    std::byte* next = buffers.values(i);
    for (const Chunk* chunk : chunks) {
      std::memcpy(next, chunk->values[i].data(), chunk->row_count * width);
      next += chunk->row_count * width;
    }
  }
  return RelationBuffers::finish(attributes, row_count, std::move(buffers), std::move(sources));
}

}  // namespace engine::operators
