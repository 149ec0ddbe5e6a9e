#define _GNU_SOURCE
#include "CFilter.h"
#include "CSpawn.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/xattr.h>
#include <unistd.h>

static pid_t spawn(const char *path, char *const *arguments, int with_environment, int filter, int input, int output, int errors) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    if (posix_spawn_file_actions_init(&actions) != 0) return -1;
    if (posix_spawnattr_init(&attributes) != 0) {
        posix_spawn_file_actions_destroy(&actions);
        return -1;
    }
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    char *const nothing[] = {NULL};
    pid_t process = -1;
    int failed = (input < 0 ? posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
                            : posix_spawn_file_actions_adddup2(&actions, input, 0)) ||
                 posix_spawn_file_actions_adddup2(&actions, output, 1) ||
                 posix_spawn_file_actions_adddup2(&actions, errors, 2) ||
                 (filter >= 0 && posix_spawn_file_actions_adddup2(&actions, filter, CSPAWN_FILTER)) ||
                 posix_spawn_file_actions_addclosefrom_np(&actions, filter >= 0 ? CSPAWN_FILTER + 1 : 3) ||
                 posix_spawnattr_setsigmask(&attributes, &none) || posix_spawnattr_setsigdefault(&attributes, &all) ||
                 posix_spawnattr_setpgroup(&attributes, 0) ||
                 posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF) ||
                 posix_spawn(&process, path, &actions, &attributes, arguments, with_environment ? environ : nothing);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return failed ? -1 : process;
}

static void close_pipe(const int ends[2]) {
    if (ends[0] >= 0) close(ends[0]);
    if (ends[1] >= 0) close(ends[1]);
}

pid_t cspawn_start(const char *path, char *const *arguments, int kind, int *input, int *output, int *errors) {
    int in[2] = {-1, -1}, out[2] = {-1, -1}, err[2] = {-1, -1};
    int filter = kind & CSPAWN_BOX ? cspawn_filter() : -1;
    pid_t process = -1;
    if ((!(kind & CSPAWN_BOX) || filter >= 0) && (!input || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, in) == 0) &&
        pipe2(out, O_CLOEXEC) == 0 && pipe2(err, O_CLOEXEC) == 0) {
        process = spawn(path, arguments, kind & CSPAWN_ENVIRONMENT, filter, in[0], out[1], err[1]);
    }
    if (filter >= 0) close(filter);
    if (process < 0) {
        close_pipe(in);
        close_pipe(out);
        close_pipe(err);
        return -1;
    }
    if (input) {
        close(in[0]);
        *input = in[1];
    }
    close(out[1]);
    close(err[1]);
    *output = out[0];
    *errors = err[0];
    return process;
}

pid_t cspawn_fork(int *output) {
    int out[2];
    if (pipe2(out, O_CLOEXEC) != 0) return -1;
    pid_t process = fork();
    if (process == 0) {
        // The child keeps nothing of its parent's conversation.
        int null = open("/dev/null", O_RDWR | O_CLOEXEC);
        if (null < 0 || dup2(null, 0) < 0 || dup2(null, 1) < 0) _exit(127);
        close(null);
        close(out[0]);
        *output = out[1];
        return 0;
    }
    close(out[1]);
    if (process < 0) {
        close(out[0]);
        return -1;
    }
    *output = out[0];
    return process;
}

int cspawn_write(int descriptor, const void *bytes, size_t count) { return (int)send(descriptor, bytes, count, MSG_NOSIGNAL); }

int cspawn_limit(unsigned long seconds, unsigned long most_seconds, unsigned long address_space) {
    struct rlimit limit;
    limit.rlim_cur = seconds;
    limit.rlim_max = most_seconds;
    if (setrlimit(RLIMIT_CPU, &limit) != 0) return -1;
    // The hard limit stays: the programs that are started from here have their own.
    if (getrlimit(RLIMIT_AS, &limit) != 0) return -1;
    if (limit.rlim_max == RLIM_INFINITY || limit.rlim_max > address_space) limit.rlim_cur = address_space;
    return setrlimit(RLIMIT_AS, &limit);
}

int cspawn_attributes(const char *path) { return (int)listxattr(path, NULL, 0); }

int cspawn_protect(void) { return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }
