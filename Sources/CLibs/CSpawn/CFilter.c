#define _GNU_SOURCE
#include "CFilter.h"

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
// Above it the numbers of x32 begin, which mean other calls.
#define HIGHEST 0x3FFFFFFFu
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#define HIGHEST 0xFFFFFFFFu
#else
#error "The numbers of system calls are known for amd64 and arm64 only."
#endif

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))
#define FIELD(name) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, name))
// The lower half of the first argument.
#define FIRST BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args))
#define REFUSE BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | 1)
#define ALLOW BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)

// What leaves something behind that outlives its process, and what one process may change in another of its user.
static const unsigned refused[] = {
    SYS_shmget, SYS_semget, SYS_msgget, SYS_mq_open, SYS_add_key, SYS_request_key, SYS_keyctl,
    SYS_setpriority, SYS_ioprio_set, SYS_sched_setaffinity, SYS_sched_setscheduler, SYS_sched_setparam, SYS_sched_setattr,
};

int cspawn_filter(void) {
    struct sock_filter program[12 + 2 * COUNT(refused)];
    size_t end = 0;
    const struct sock_filter head[] = {
        FIELD(arch), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0), REFUSE,
        FIELD(nr), BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, HIGHEST, 0, 1), REFUSE,
    };
    for (size_t index = 0; index < COUNT(head); index++) program[end++] = head[index];
    for (size_t index = 0; index < COUNT(refused); index++) {
        program[end++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, refused[index], 0, 1);
        program[end++] = (struct sock_filter)REFUSE;
    }
    // Limits of its own a process may set; it names itself by 0.
    const struct sock_filter limits[] = {
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_prlimit64, 0, 3), FIRST, BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 0), REFUSE, ALLOW,
    };
    for (size_t index = 0; index < COUNT(limits); index++) program[end++] = limits[index];

    int file = memfd_create("filter", MFD_CLOEXEC);
    if (file < 0) return -1;
    size_t size = end * sizeof(program[0]);
    if (write(file, program, size) != (ssize_t)size || lseek(file, 0, SEEK_SET) != 0) {
        close(file);
        return -1;
    }
    return file;
}
