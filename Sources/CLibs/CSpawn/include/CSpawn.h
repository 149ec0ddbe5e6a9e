// Starts child processes that inherit nothing. glibc shows these calls only to C code that asks for GNU extensions.
#ifndef STOA_CSPAWN_H
#define STOA_CSPAWN_H

#include <sys/types.h>

// How a process is started: with this process's environment instead of none; with the filter of a box at the descriptor CSPAWN_FILTER.
#define CSPAWN_ENVIRONMENT 1
#define CSPAWN_BOX 2
#define CSPAWN_FILTER 3

// Starts `path` with `arguments` (NULL at the end) in a process group of its own, `kind` being a sum of the above: standard output and
// error into two pipes whose reading ends are handed back, standard input from a socket whose other end is handed back, or empty when
// `input` is NULL; every other descriptor closed, default signals. Returns the process id, or -1.
pid_t cspawn_start(const char *path, char *const *arguments, int kind, int *input, int *output, int *errors);

// Writes to the other end of a standard input, without a signal when nobody reads there. Returns the bytes taken, or -1.
int cspawn_write(int descriptor, const void *bytes, size_t count);

// Forks a process of one thread. Both sides get their end of a new pipe in `output`: the child writes, the parent reads. The child's
// standard input and output are empty. Returns 0 in the child, its process id in the parent, or -1.
pid_t cspawn_fork(int *output);

// Ends this process after so many seconds of processor time and refuses it more address space; no process that it starts gets more
// than `most_seconds`. Returns 0, or -1.
int cspawn_limit(unsigned long seconds, unsigned long most_seconds, unsigned long address_space);

// Bytes of the names of what a file has beside its mode, such as lists of who may what; -1 where that is not known.
int cspawn_attributes(const char *path);

// Bars other processes of this user from looking into this one and its forks, until they start another program. Returns 0, or -1.
int cspawn_protect(void);

#endif
