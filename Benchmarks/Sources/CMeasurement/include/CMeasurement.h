#ifndef CMEASUREMENT_H
#define CMEASUREMENT_H

#include <stdint.h>

/// Bytes that the program holds from the allocator, the allocator's own overhead included.
uint64_t measurement_heap_bytes(void);

/// Keeps freed memory in the process and serves every size from the heap, so that each implementation meets the
/// same warm heap instead of paying for whatever the one before it gave back to the system.
void measurement_keep_heap_warm(void);

#endif
