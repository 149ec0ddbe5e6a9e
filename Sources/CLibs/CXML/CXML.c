#include "CXML.h"

#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <stdlib.h>
#include <string.h>

struct CXMLParser {
    xmlParserCtxtPtr libxml;
    CXMLHandler handler;
    void *context;
    int depth;
    int max_depth;
    CXMLStatus stopped;
    // Scratch for one start tag: pointers, and the attribute values with their final NUL.
    const char **triples;
    size_t triples_capacity;
    char *values;
    size_t values_capacity;
};

static void stop(CXMLParser *parser, CXMLStatus why) {
    if (parser->stopped == CXML_OK) parser->stopped = why;
    xmlStopParser(parser->libxml);
}

static CXMLParser *owner(void *ctx) { return (CXMLParser *)((xmlParserCtxtPtr)ctx)->_private; }

static int make_room(CXMLParser *parser, size_t pointers, size_t bytes) {
    if (pointers > parser->triples_capacity) {
        const char **more = realloc(parser->triples, pointers * sizeof *more);
        if (!more) return 0;
        parser->triples = more;
        parser->triples_capacity = pointers;
    }
    if (bytes > parser->values_capacity) {
        char *more = realloc(parser->values, bytes);
        if (!more) return 0;
        parser->values = more;
        parser->values_capacity = bytes;
    }
    return 1;
}

static void on_start(void *ctx, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri, int namespace_count,
                     const xmlChar **namespaces, int count, int defaulted, const xmlChar **attributes) {
    (void)prefix, (void)namespace_count, (void)namespaces, (void)defaulted;
    CXMLParser *parser = owner(ctx);
    if (parser->stopped != CXML_OK) return;
    if (++parser->depth > parser->max_depth) {
        stop(parser, CXML_TOO_DEEP);
        return;
    }
    // libxml2 hands out five pointers per attribute: local name, prefix, URI, value, end of the value.
    size_t bytes = 0;
    for (int i = 0; i < count; i++) bytes += (size_t)(attributes[5 * i + 4] - attributes[5 * i + 3]) + 1;
    if (!make_room(parser, 3 * (size_t)count, bytes)) {
        stop(parser, CXML_NO_MEMORY);
        return;
    }
    size_t used = 0;
    for (int i = 0; i < count; i++) {
        size_t length = (size_t)(attributes[5 * i + 4] - attributes[5 * i + 3]);
        memcpy(parser->values + used, attributes[5 * i + 3], length);
        parser->values[used + length] = 0;
        parser->triples[3 * i] = (const char *)attributes[5 * i];
        parser->triples[3 * i + 1] = attributes[5 * i + 2] ? (const char *)attributes[5 * i + 2] : "";
        parser->triples[3 * i + 2] = parser->values + used;
        used += length + 1;
    }
    parser->handler.start(parser->context, (const char *)name, uri ? (const char *)uri : "", parser->triples, count);
}

static void on_end(void *ctx, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri) {
    (void)prefix, (void)uri;
    CXMLParser *parser = owner(ctx);
    if (parser->stopped != CXML_OK) return;
    parser->depth--;
    parser->handler.end(parser->context, (const char *)name);
}

static void on_text(void *ctx, const xmlChar *bytes, int length) {
    CXMLParser *parser = owner(ctx);
    if (parser->stopped == CXML_OK) parser->handler.text(parser->context, (const char *)bytes, length);
}

// No entity is ever registered, so none can expand: a document that declares its own is refused at the declaration.
static void on_entity_declaration(void *ctx, const xmlChar *name, int type, const xmlChar *public_id,
                                  const xmlChar *system_id, xmlChar *content) {
    (void)name, (void)type, (void)public_id, (void)system_id, (void)content;
    stop(owner(ctx), CXML_ENTITIES);
}

static xmlEntityPtr on_get_entity(void *ctx, const xmlChar *name) {
    (void)ctx;
    return xmlGetPredefinedEntity(name);
}

static void be_quiet(void *ctx, const char *message, ...) { (void)ctx, (void)message; }
static void be_quiet_structured(void *ctx, xmlErrorPtr error) { (void)ctx, (void)error; }

CXMLParser *cxml_create(CXMLHandler handler, void *context, int max_depth) {
    CXMLParser *parser = calloc(1, sizeof *parser);
    if (!parser) return NULL;
    parser->handler = handler;
    parser->context = context;
    parser->max_depth = max_depth;
    xmlSAXHandler sax;
    memset(&sax, 0, sizeof sax);
    sax.initialized = XML_SAX2_MAGIC;
    sax.startElementNs = on_start;
    sax.endElementNs = on_end;
    sax.characters = on_text;
    sax.ignorableWhitespace = on_text;
    sax.cdataBlock = on_text;
    sax.entityDecl = on_entity_declaration;
    sax.getEntity = on_get_entity;
    sax.error = be_quiet;
    sax.warning = be_quiet;
    sax.fatalError = be_quiet;
    sax.serror = be_quiet_structured;
    parser->libxml = xmlCreatePushParserCtxt(&sax, NULL, NULL, 0, NULL);
    if (!parser->libxml) {
        free(parser);
        return NULL;
    }
    // NOENT only resolves the five predefined entities here; see on_entity_declaration.
    xmlCtxtUseOptions(parser->libxml, XML_PARSE_NONET | XML_PARSE_NOENT | XML_PARSE_RECOVER | XML_PARSE_NOERROR | XML_PARSE_NOWARNING);
    parser->libxml->_private = parser;
    return parser;
}

CXMLStatus cxml_feed(CXMLParser *parser, const char *bytes, int length, int last) {
    if (parser->stopped != CXML_OK) return parser->stopped;
    xmlParseChunk(parser->libxml, bytes, length, last);
    if (parser->stopped != CXML_OK) return parser->stopped;
    return parser->libxml->wellFormed ? CXML_OK : CXML_MALFORMED;
}

void cxml_free(CXMLParser *parser) {
    if (!parser) return;
    if (parser->libxml->myDoc) xmlFreeDoc(parser->libxml->myDoc);
    xmlFreeParserCtxt(parser->libxml);
    free(parser->triples);
    free(parser->values);
    free(parser);
}
