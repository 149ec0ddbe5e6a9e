// The narrow part of libstemmer (Snowball) that Search uses: UTF-8 only, no list of algorithms.
#ifndef STOA_CSTEMMER_H
#define STOA_CSTEMMER_H

#include <stdint.h>

typedef struct stoa_stemmer stoa_stemmer;

// A stemmer for a language by its English name, or NULL when the library has none. One thread at a time may use it.
stoa_stemmer *stoa_stemmer_new(const char *language);
void stoa_stemmer_free(stoa_stemmer *stemmer);

// The stem of a lower-case word. It belongs to the stemmer and is gone at the next call. Returns its length in bytes, or -1
// when memory is short.
int stoa_stemmer_stem(stoa_stemmer *stemmer, const uint8_t *word, int length, const uint8_t **stem);

#endif
