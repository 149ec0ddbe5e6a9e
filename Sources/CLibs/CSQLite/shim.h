#include <sqlite3.h>

/* sqlite3_config takes any number of arguments, which Swift cannot call. */
static inline int stoa_sqlite3_count_memory(int counts) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, counts); }
