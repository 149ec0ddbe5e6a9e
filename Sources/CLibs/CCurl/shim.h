// libcurl's options are variadic, which Swift cannot call: one narrow function per kind of argument.
#pragma once
#include <curl/curl.h>

typedef size_t (*stoa_curl_take)(char *bytes, size_t size, size_t count, void *context);
typedef curl_socket_t (*stoa_curl_open)(void *context, curlsocktype purpose, struct curl_sockaddr *address);

static inline CURLcode stoa_curl_set_long(CURL *handle, CURLoption option, long value) { return curl_easy_setopt(handle, option, value); }
static inline CURLcode stoa_curl_set_size(CURL *handle, CURLoption option, curl_off_t value) { return curl_easy_setopt(handle, option, value); }
static inline CURLcode stoa_curl_set_text(CURL *handle, CURLoption option, const char *value) { return curl_easy_setopt(handle, option, value); }
static inline CURLcode stoa_curl_set_pointer(CURL *handle, CURLoption option, const void *value) { return curl_easy_setopt(handle, option, value); }
static inline CURLcode stoa_curl_set_take(CURL *handle, CURLoption option, stoa_curl_take value) { return curl_easy_setopt(handle, option, value); }
static inline CURLcode stoa_curl_set_open(CURL *handle, stoa_curl_open value) { return curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, value); }
static inline CURLcode stoa_curl_get_long(CURL *handle, CURLINFO info, long *value) { return curl_easy_getinfo(handle, info, value); }
