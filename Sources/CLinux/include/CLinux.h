// What Linux has and the Glibc module of Swift does not show.

#ifndef CLINUX_H
#define CLINUX_H

#include <spawn.h>
#include <stdint.h>

/// Makes a timer of the wall clock that is a file and can be waited for; -1 and `errno` where the system refuses.
///
/// The file does not block and is closed in programs that are started.
int clinux_wall_timer_make(void);

/// Lets the timer go off at a moment, in seconds and nanoseconds since 1970; at once if it is past.
///
/// It also goes off, with `ECANCELED` at the read, when somebody sets the clock or the machine was suspended. Answers -1
/// and `errno` on failure.
int clinux_wall_timer_arm(int timer, int64_t seconds, int64_t nanoseconds);

/// How often the timer went off since the last call: 0 if not at all, -1 and `errno` on failure, `ECANCELED` when the
/// clock was set.
int64_t clinux_wall_timer_read(int timer);

/// Nanoseconds since the machine was started, with the time in which it was suspended; -1 where it is not known.
int64_t clinux_time_since_boot(void);

/// Nanoseconds since the machine was started, without the time in which it was suspended; -1 where it is not known.
int64_t clinux_time_awake(void);

/// The user at the other end of a connected local socket; -1 and `errno` where it is not known.
int64_t clinux_peer_user(int socket);

/// The next connection to a listening socket, closed in programs that are started; -1 and `errno` on failure.
int clinux_accept(int socket);

/// The two ends of a pipe, both closed in programs that are started; -1 and `errno` on failure.
int clinux_pipe(int ends[2]);

/// Lets a program that is to be started have no file of this process whose number is `first` or higher; an error number
/// where there is no memory.
int clinux_close_from(posix_spawn_file_actions_t *actions, int first);

#endif
