// Takes tables over from other programs in memory, through the Arrow C stream interface.
//
// Taken are structs of columns of these formats: integers (c C s S i become int32, I l L int64),
// decimals of at most 64 bits in value (d:P,S), dates (tdD; tdm when they are whole days), texts (u
// U vu), and texts encoded by a dictionary, which may be another one in each batch: they become
// words. Anything else is refused: other types, NULLs, columns without a name or with another
// one's. Texts are taken as the bytes that they are.
//
// Everything that the C data interface lets a reader check is checked before it is used. It does
// not tell the size of buffers: those are trusted to hold what the lengths say.
#pragma once

#include "arrow/c_data_interface.h"
#include "arrow/import_error.h"
#include "columns/table.h"

namespace engine::arrow {

// The whole table, in memory of its own. Reads the stream to its end, holding all its batches until
// they are copied, one after the other. Releases the stream and all that came from it, also when it
// throws: ImportError for what is refused or is not well-formed, and for errors of the stream
// itself.
columns::Table import_table(ArrowArrayStream* stream);

}  // namespace engine::arrow
