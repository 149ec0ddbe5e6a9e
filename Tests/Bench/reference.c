// The limit that Stoa is measured against: libmicrohttpd and SQLite with nothing between them. Answers
// GET …/<id> with one library item as JSON, by the same SELECT on the same database, one connection and
// one prepared statement per server thread. It knows no sessions, permissions, languages or logs.
//
// usage: reference DATABASE THREADS      prints the port it listens on, ends when standard input ends
#include <microhttpd.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const query =
    "SELECT item.id, item.uuid, item.isbn, item.title, item.description, item.publication_year, item.format, item.kind,"
    " item.language, item.status, item.publication_id, item.file_ref, item.file_name, item.file_type, item.file_size,"
    " item.cover_ref, item.staff_pick, item.read_count, item.words, item.version, item.published_at, item.created_at,"
    " item.deleted_at, item.changed_at, item.changed_by,"
    " (SELECT group_concat(name, '\x1F') FROM (SELECT name FROM library_item_author AS author"
    "  WHERE author.item_id = item.id ORDER BY position) AS names) AS authors,"
    " (SELECT group_concat(label, '\x1E') FROM (SELECT category.id || '\x1F' || category.name || '\x1F' || category.colour AS label"
    "  FROM library_item_category AS link JOIN library_category AS category ON category.id = link.category_id"
    "  WHERE link.item_id = item.id ORDER BY category.name_key, category.id) AS labels) AS categories"
    " FROM library_item AS item WHERE item.id = ?1 AND item.status = 'published'";

static const char *path;
static pthread_key_t statements;

static sqlite3_stmt *statement(void) {
    sqlite3_stmt *mine = pthread_getspecific(statements);
    if (mine) return mine;
    sqlite3 *database;
    if (sqlite3_open_v2(path, &database, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK) return NULL;
    sqlite3_exec(database, "PRAGMA mmap_size = 268435456", NULL, NULL, NULL);
    if (sqlite3_prepare_v3(database, query, -1, SQLITE_PREPARE_PERSISTENT, &mine, NULL) != SQLITE_OK) {
        fprintf(stderr, "%s\n", sqlite3_errmsg(database));
        return NULL;
    }
    pthread_setspecific(statements, mine);
    return mine;
}

struct text { char *bytes; size_t length, room; };

static void add(struct text *to, const char *bytes, size_t length) {
    if (to->length + length > to->room) {
        to->room = (to->length + length) * 2;
        to->bytes = realloc(to->bytes, to->room);
        if (!to->bytes) abort();
    }
    memcpy(to->bytes + to->length, bytes, length);
    to->length += length;
}

static void add_string(struct text *to, const char *value) {
    add(to, "\"", 1);
    for (const char *start = value;; value++) {
        unsigned char c = (unsigned char)*value;
        if (c >= 0x20 && c != '"' && c != '\\') continue;
        add(to, start, (size_t)(value - start));
        if (c == 0) break;
        char escaped[8];
        if (c == '"' || c == '\\') snprintf(escaped, sizeof escaped, "\\%c", c);
        else snprintf(escaped, sizeof escaped, "\\u%04x", c);
        add(to, escaped, strlen(escaped));
        start = value + 1;
    }
    add(to, "\"", 1);
}

static void add_column(struct text *to, sqlite3_stmt *row, int column) {
    if (column) add(to, ",", 1);
    add_string(to, sqlite3_column_name(row, column));
    add(to, ":", 1);
    char number[32];
    switch (sqlite3_column_type(row, column)) {
    case SQLITE_NULL: add(to, "null", 4); break;
    case SQLITE_INTEGER:
        snprintf(number, sizeof number, "%lld", (long long)sqlite3_column_int64(row, column));
        add(to, number, strlen(number));
        break;
    default: add_string(to, (const char *)sqlite3_column_text(row, column));
    }
}

static enum MHD_Result answer(void *context, struct MHD_Connection *connection, const char *url, const char *method,
                              const char *version, const char *upload, size_t *upload_size, void **request) {
    (void)context; (void)method; (void)version; (void)upload; (void)upload_size;
    static int seen;
    if (*request == NULL) {
        *request = &seen;
        return MHD_YES;
    }
    sqlite3_stmt *row = statement();
    const char *slash = strrchr(url, '/');
    if (!row || !slash) return MHD_NO;
    sqlite3_bind_int64(row, 1, atoll(slash + 1));
    struct text json = {malloc(2048), 0, 2048};
    if (!json.bytes) return MHD_NO;
    unsigned status = MHD_HTTP_NOT_FOUND;
    if (sqlite3_step(row) == SQLITE_ROW) {
        status = MHD_HTTP_OK;
        add(&json, "{", 1);
        for (int column = 0; column < sqlite3_column_count(row); column++) add_column(&json, row, column);
        add(&json, "}", 1);
    }
    sqlite3_reset(row);
    struct MHD_Response *response = MHD_create_response_from_buffer(json.length, json.bytes, MHD_RESPMEM_MUST_FREE);
    MHD_add_response_header(response, "Content-Type", "application/json");
    enum MHD_Result queued = MHD_queue_response(connection, status, response);
    MHD_destroy_response(response);
    return queued;
}

int main(int count, char **words) {
    if (count != 3) {
        fprintf(stderr, "usage: reference DATABASE THREADS\n");
        return 64;
    }
    path = words[1];
    pthread_key_create(&statements, NULL);
    struct MHD_Daemon *daemon = MHD_start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD, 0, NULL, NULL, &answer, NULL,
        MHD_OPTION_THREAD_POOL_SIZE, (unsigned)atoi(words[2]), MHD_OPTION_CONNECTION_LIMIT, 1000u, MHD_OPTION_END);
    if (!daemon) return 1;
    printf("%u\n", (unsigned)MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT)->port);
    fflush(stdout);
    while (getchar() != EOF) {}
    MHD_stop_daemon(daemon);
    return 0;
}
