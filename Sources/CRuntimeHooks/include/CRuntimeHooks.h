// What the Swift runtime and Dispatch have for those who replace their threads, and no header of theirs shows.
//
// Named here and not looked up by name, so that it is found in a program with the runtime linked in, too.

#ifndef CRUNTIMEHOOKS_H
#define CRUNTIMEHOOKS_H

/// Where the runtime keeps the function that it asks before it hands a job to its threads.
void *_Nonnull cruntime_enqueue_hook(void);

/// Runs what waits for Dispatch's main queue; on the main thread only.
void cruntime_run_main_queue(void);

#endif
