// A narrow door to libxml2's push parser: no network, no entities, no tree.
// libxml2's own headers clash with Foundation's ICU, so only this header is visible to Swift.
#ifndef STOA_CXML_H
#define STOA_CXML_H

typedef enum {
    CXML_OK = 0,
    CXML_MALFORMED = 1,      // not well-formed; what could be read was delivered
    CXML_ENTITIES = 2,       // declares entities of its own; parsing stopped there
    CXML_TOO_DEEP = 3,       // nested deeper than allowed; parsing stopped there
    CXML_NO_MEMORY = 4
} CXMLStatus;

typedef struct {
    // attributes: count triples of local name, namespace URI ("" if none) and value.
    void (*start)(void *context, const char *name, const char *uri, const char *const *attributes, int count);
    void (*end)(void *context, const char *name);
    void (*text)(void *context, const char *bytes, int length);
} CXMLHandler;

typedef struct CXMLParser CXMLParser;

// NULL when out of memory.
CXMLParser *cxml_create(CXMLHandler handler, void *context, int max_depth);
// Feeds the next bytes; `last` ends the document. After a status other than OK or MALFORMED, stop feeding.
CXMLStatus cxml_feed(CXMLParser *parser, const char *bytes, int length, int last);
void cxml_free(CXMLParser *parser);

#endif
