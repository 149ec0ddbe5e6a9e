// What Swift cannot reach by itself: functions with variable arguments, and macros of enum type.
#pragma once
#include <microhttpd.h>

static const enum MHD_Result stoa_http_yes = MHD_YES;
static const enum MHD_Result stoa_http_no = MHD_NO;

typedef void *(*stoa_http_target_callback)(void *context, const char *target, struct MHD_Connection *connection);

/// Everything libmicrohttpd calls back; each function gets `context` first.
struct stoa_http_callbacks {
    void *context;
    MHD_AccessHandlerCallback access;
    MHD_RequestCompletedCallback completed;
    MHD_NotifyConnectionCallback connection;
    stoa_http_target_callback target;
    MHD_AcceptPolicyCallback accept;
};

static inline size_t stoa_http_keep_escapes(void *context, struct MHD_Connection *connection, char *text) {
    (void)context;
    (void)connection;
    return __builtin_strlen(text);
}

static inline void *stoa_http_socket_context(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : NULL;
}

static inline const struct sockaddr *stoa_http_client(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    return info ? info->client_addr : NULL;
}

static inline int stoa_http_socket(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info ? info->connect_fd : -1;
}

static inline void stoa_http_each_header(struct MHD_Connection *connection, MHD_KeyValueIteratorN take, void *context) {
    (void)MHD_get_connection_values_n(connection, MHD_HEADER_KIND, take, context);
}

/// The bytes of the request line, the fields and the empty line behind them.
static inline size_t stoa_http_header_bytes(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
    return info ? info->header_size : 0;
}

/// libmicrohttpd 0.9.75 makes lists of the query and of the cookies, which nobody here reads. Hundreds of short items exhaust the
/// connection's memory, and its answer to that is garbled. An empty cookie in front of the real ones and an end behind the
/// question mark leave it nothing to do. To be called from the target callback, with the target still in its buffer.
static inline void stoa_http_spare_lists(struct MHD_Connection *connection, const char *target) {
    (void)MHD_set_connection_value_n(connection, MHD_HEADER_KIND, "Cookie", 6, "", 0);
    char *query = target ? __builtin_strchr((char *)target, '?') : NULL;
    if (query) query[1] = 0;
}

static inline struct MHD_Response *stoa_http_copied_response(size_t count, const void *bytes) {
    return MHD_create_response_from_buffer(count, (void *)bytes, MHD_RESPMEM_MUST_COPY);
}

static inline int stoa_http_has_started(enum MHD_ConnectionNotificationCode event) {
    return event == MHD_CONNECTION_NOTIFY_STARTED;
}

/// The settings of one daemon; zero and NULL leave one out.
struct stoa_http_settings {
    unsigned int threads;
    unsigned int connections;
    unsigned int idle_seconds;
    size_t connection_memory;
    const char *certificate;
    const char *key;
    const char *encryption;
};

static inline struct MHD_Daemon *stoa_http_start(
    int listener, struct stoa_http_callbacks callbacks, struct stoa_http_settings settings) {
    unsigned int flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ITC;
    struct MHD_OptionItem options[12];
    int count = 0;
    if (settings.threads > 1) options[count++] = (struct MHD_OptionItem){MHD_OPTION_THREAD_POOL_SIZE, settings.threads, NULL};
    options[count++] = (struct MHD_OptionItem){MHD_OPTION_CONNECTION_LIMIT, settings.connections, NULL};
    options[count++] = (struct MHD_OptionItem){MHD_OPTION_CONNECTION_TIMEOUT, settings.idle_seconds, NULL};
    options[count++] = (struct MHD_OptionItem){MHD_OPTION_CONNECTION_MEMORY_LIMIT, (intptr_t)settings.connection_memory, NULL};
    if (settings.certificate) {
        flags |= MHD_USE_TLS;
        options[count++] = (struct MHD_OptionItem){MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)settings.certificate};
        options[count++] = (struct MHD_OptionItem){MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)settings.key};
        options[count++] = (struct MHD_OptionItem){MHD_OPTION_HTTPS_PRIORITIES, 0, (void *)settings.encryption};
    }
    options[count] = (struct MHD_OptionItem){MHD_OPTION_END, 0, NULL};
    return MHD_start_daemon(
        flags, 0, callbacks.accept, callbacks.context, callbacks.access, callbacks.context, MHD_OPTION_LISTEN_SOCKET, listener,
        MHD_OPTION_NOTIFY_COMPLETED, callbacks.completed, callbacks.context, MHD_OPTION_NOTIFY_CONNECTION,
        callbacks.connection, callbacks.context, MHD_OPTION_URI_LOG_CALLBACK, callbacks.target, callbacks.context,
        MHD_OPTION_UNESCAPE_CALLBACK, stoa_http_keep_escapes, NULL, MHD_OPTION_ARRAY, options, MHD_OPTION_END);
}
