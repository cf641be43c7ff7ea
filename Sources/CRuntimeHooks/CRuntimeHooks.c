#include "CRuntimeHooks.h"

#include <stddef.h>

extern void *swift_task_enqueueGlobal_hook;
extern void _dispatch_main_queue_callback_4CF(void *message);

void *cruntime_enqueue_hook(void) {
    return &swift_task_enqueueGlobal_hook;
}

void cruntime_run_main_queue(void) {
    _dispatch_main_queue_callback_4CF(NULL);
}
