// What glibc has and Swift's own module of it does not show.
#include <fcntl.h>
#include <malloc.h>
#include <sys/syscall.h>
#include <unistd.h>

// Two names change places in one step: RENAME_EXCHANGE of <linux/fs.h>. 0, or -1 with errno.
static inline int exchange_names(const char *one, const char *other) {
    return (int)syscall(SYS_renameat2, AT_FDCWD, one, AT_FDCWD, other, 2u);
}
