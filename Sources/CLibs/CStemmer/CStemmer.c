#include "CStemmer.h"
#include <libstemmer.h>
#include <stddef.h>

// libstemmer's own handle under a name of ours: its header does not protect itself against being read twice.
stoa_stemmer *stoa_stemmer_new(const char *language) {
    return (stoa_stemmer *)sb_stemmer_new(language, NULL);
}

void stoa_stemmer_free(stoa_stemmer *stemmer) {
    sb_stemmer_delete((struct sb_stemmer *)stemmer);
}

int stoa_stemmer_stem(stoa_stemmer *stemmer, const uint8_t *word, int length, const uint8_t **stem) {
    struct sb_stemmer *handle = (struct sb_stemmer *)stemmer;
    *stem = sb_stemmer_stem(handle, word, length);
    return *stem == NULL ? -1 : sb_stemmer_length(handle);
}
