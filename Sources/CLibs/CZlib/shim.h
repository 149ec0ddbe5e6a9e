#include <zlib.h>

// deflateInit2 is a macro that Swift does not see. 15 + 16 asks for a gzip header (RFC 1952).
static inline int stoa_gzip_begin(z_stream *stream, int level) {
    return deflateInit2(stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
}

// inflateInit2 is a macro as well.
static inline int stoa_gunzip_begin(z_stream *stream) {
    return inflateInit2(stream, 15 + 16);
}
