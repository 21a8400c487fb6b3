// Hands tables to other programs in memory, through the Arrow C data interface: a table is a struct
// whose children are its columns, and goes out as batches of rows.
//
// Integers, dates and the codes of words are not copied: what is handed out shares a column's
// values and keeps them alive, whatever becomes of the table. Decimals are widened to the 128 bits
// that Arrow gives them, and texts are gathered in one piece. There are no NULLs and no offsets.
//
// Whatever is handed out may be released by any thread. An exception leaves `out` released.
#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>

#include "arrow/c_data_interface.h"
#include "columns/table.h"

namespace engine::arrow {

// A value that Arrow has no place for, as one line: where it is, what was found and what was
// expected.
class ExportError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

void export_schema(const columns::Schema& schema, ArrowSchema* out);

// Rows [first, first + count). Throws ExportError for decimals of more than 38 digits, for texts
// that are not UTF-8, and for texts that are together longer than 2 GiB - 1, the most that 32 bits
// can say. Requires: the table has the rows.
void export_batch(const columns::Table& table, int64_t first, int64_t count, ArrowArray* out);

// The whole table, in batches of `batch_rows` rows and a last one of what is left; no batch at all
// for a table without rows. Throws ExportError for words that are not UTF-8; what else export_batch
// throws, the stream reports as EINVAL, with the message as its last error. Requires: batch_rows >
// 0; nobody changes the table any more.
void export_stream(std::shared_ptr<const columns::Table> table, int64_t batch_rows,
                   ArrowArrayStream* out);

}  // namespace engine::arrow
