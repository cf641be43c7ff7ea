#define _GNU_SOURCE

#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

int clinux_wall_timer_make(void) {
    return timerfd_create(CLOCK_REALTIME, TFD_NONBLOCK | TFD_CLOEXEC);
}

int clinux_wall_timer_arm(int timer, int64_t seconds, int64_t nanoseconds) {
    struct itimerspec when = {0};
    // All zeros would disarm it, and cancel nothing.
    when.it_value.tv_sec = seconds > 0 ? seconds : 0;
    when.it_value.tv_nsec = seconds > 0 ? nanoseconds : 1;
    return timerfd_settime(timer, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &when, NULL);
}

int64_t clinux_wall_timer_read(int timer) {
    uint64_t count = 0;
    for (;;) {
        if (read(timer, &count, sizeof count) == (ssize_t)sizeof count) return (int64_t)count;
        if (errno == EAGAIN) return 0;
        if (errno != EINTR) return -1;
    }
}

static int64_t nanoseconds_of(clockid_t clock) {
    struct timespec now;
    if (clock_gettime(clock, &now) != 0) return -1;
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

int64_t clinux_time_since_boot(void) {
    return nanoseconds_of(CLOCK_BOOTTIME);
}

int64_t clinux_time_awake(void) {
    return nanoseconds_of(CLOCK_MONOTONIC);
}

int64_t clinux_peer_user(int socket) {
    struct ucred peer;
    socklen_t size = sizeof peer;
    if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) return -1;
    return (int64_t)peer.uid;
}

int clinux_accept(int socket) {
    return accept4(socket, NULL, NULL, SOCK_CLOEXEC);
}

int clinux_pipe(int ends[2]) {
    return pipe2(ends, O_CLOEXEC);
}

int clinux_close_from(posix_spawn_file_actions_t *actions, int first) {
    return posix_spawn_file_actions_addclosefrom_np(actions, first);
}
