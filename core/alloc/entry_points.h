/* The functions of malloc, accounted, for code that does not use operators new and delete. They do
 * what their namesakes do, errno included; a block from one of them, or from operator new, may be
 * given back to engine_free(), to engine_realloc(), or to operator delete. Blocks of the C
 * library's own malloc may not: they would be taken off a balance that they were never added to. */
#pragma once

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

void* engine_malloc(size_t size);
void* engine_calloc(size_t count, size_t size);
/* NULL: as engine_malloc(). Of size 0: frees, and gives NULL, as glibc does. */
void* engine_realloc(void* block, size_t size);
/* The size need not be a multiple of the alignment. */
void* engine_aligned_alloc(size_t alignment, size_t size);
int engine_posix_memalign(void** block, size_t alignment, size_t size);
void engine_free(void* block);

#ifdef __cplusplus
}
#endif
