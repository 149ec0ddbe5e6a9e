// Starts a child process that inherits nothing. glibc shows these calls only to C code that asks for GNU extensions.
#ifndef STOA_CSPAWN_H
#define STOA_CSPAWN_H

#include <sys/types.h>

// Starts `path` with `arguments` (NULL at the end) in a process group of its own: standard input empty, standard output and
// error into the two pipes whose reading ends are handed back, every other descriptor closed, no environment, default signals.
// Returns the process id, or -1.
pid_t cspawn_start(const char *path, char *const *arguments, int *output, int *errors);

#endif
