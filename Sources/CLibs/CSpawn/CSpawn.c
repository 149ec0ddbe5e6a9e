#define _GNU_SOURCE
#include "CSpawn.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <unistd.h>

static pid_t spawn(const char *path, char *const *arguments, int output, int errors) {
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
    char *const environment[] = {NULL};
    pid_t process = -1;
    int failed = posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0) ||
                 posix_spawn_file_actions_adddup2(&actions, output, 1) ||
                 posix_spawn_file_actions_adddup2(&actions, errors, 2) ||
                 posix_spawn_file_actions_addclosefrom_np(&actions, 3) ||
                 posix_spawnattr_setsigmask(&attributes, &none) || posix_spawnattr_setsigdefault(&attributes, &all) ||
                 posix_spawnattr_setpgroup(&attributes, 0) ||
                 posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF) ||
                 posix_spawn(&process, path, &actions, &attributes, arguments, environment);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return failed ? -1 : process;
}

pid_t cspawn_start(const char *path, char *const *arguments, int *output, int *errors) {
    int out[2], err[2];
    if (pipe2(out, O_CLOEXEC) != 0) return -1;
    if (pipe2(err, O_CLOEXEC) != 0) {
        close(out[0]);
        close(out[1]);
        return -1;
    }
    pid_t process = spawn(path, arguments, out[1], err[1]);
    close(out[1]);
    close(err[1]);
    if (process < 0) {
        close(out[0]);
        close(err[0]);
        return -1;
    }
    *output = out[0];
    *errors = err[0];
    return process;
}
