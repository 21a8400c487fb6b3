// Keeps all rows of a pipeline. Together, the workers' collectors give them in the order of the
// pipeline's source, whichever worker had which.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "columns/attribute.h"
#include "columns/buffer.h"
#include "operators/relation.h"
#include "operators/sink.h"

namespace engine::operators {

class Collector : public Sink {
 public:
  // Keeps the columns at these positions of the batches; the attributes are theirs.
  Collector(const columns::Attributes& attributes, std::vector<int64_t> positions);

  void consume(columns::Batch& batch) override;

  // The rows of all collectors, some of which may be null. `sources`: what strings point into.
  static Relation finish(const columns::Attributes& attributes,
                         const std::vector<std::unique_ptr<Sink>>& collectors,
                         std::vector<std::shared_ptr<const void>> sources);

 private:
  // The rows of one morsel.
  struct Chunk {
    int64_t morsel;
    int64_t row_count = 0;
    int64_t capacity = 0;
    std::vector<columns::Buffer> values = {};  // by column
  };

  void make_room(Chunk& chunk, int64_t rows);

  std::vector<columns::Storage> storages_;
  std::vector<int64_t> positions_;
  std::vector<Chunk> chunks_;  // by ascending morsel
};

}  // namespace engine::operators
