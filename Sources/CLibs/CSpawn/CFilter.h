// Which system calls a box is refused (seccomp, see seccomp(2)).
#ifndef STOA_CFILTER_H
#define STOA_CFILTER_H

// A file in memory with the filter as the kernel reads it, to be handed to bubblewrap. Everything is allowed but what would outlast the
// process or reach another one of its box. Returns a descriptor that the caller closes, or -1.
int cspawn_filter(void);

#endif
