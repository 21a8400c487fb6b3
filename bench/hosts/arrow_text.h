// A plan's rows as canonical text, made from what a host gets through Arrow's C data interface.
#pragma once

#include <string>

#include "hosts/loaded_engine.h"

namespace host {

// Takes all rows that the plan has not handed out: fields joined by '|', '\n' after every row, as
// engine_result_text() has them. Throws std::runtime_error with the library's words, and for a
// format that the library does not hand out.
std::string take_canonical_text(const LoadedEngine& engine, engine_plan* plan);

}  // namespace host
