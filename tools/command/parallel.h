// Work in pieces on all processors.
#pragma once

#include <cstddef>
#include <functional>

namespace ltoscope {

// As many as this process may run at once, at least 1.
int useful_threads();

// Calls work(0), ..., work(pieces - 1), each once, on at most so many threads, this one among them;
// returns when all have returned. Pieces are taken in order, so that the first to fail is known:
// what the earliest failed piece has thrown is thrown here, after all others have ended.
void for_each_piece(std::size_t pieces, int threads, const std::function<void(std::size_t)>& work);

}  // namespace ltoscope
