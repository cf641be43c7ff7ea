#include "CMeasurement.h"

#ifdef __GLIBC__
#include <malloc.h>

uint64_t measurement_heap_bytes(void) {
    struct mallinfo2 info = mallinfo2();
    return (uint64_t)info.uordblks + (uint64_t)info.hblkhd;
}

void measurement_keep_heap_warm(void) {
    mallopt(M_MMAP_MAX, 0);
    mallopt(M_TRIM_THRESHOLD, 1 << 30);
    mallopt(M_TOP_PAD, 16 << 20);
}

#else

uint64_t measurement_heap_bytes(void) {
    return 0;
}

void measurement_keep_heap_warm(void) {
}

#endif
