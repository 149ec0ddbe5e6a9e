// libcurl's options are variadic, which Swift cannot call: one narrow function per kind of argument.
#pragma once
#include <curl/curl.h>

static inline CURLcode stoa_curl_set_long(CURL *handle, CURLoption option, long value) { return curl_easy_setopt(handle, option, value); }
static inline CURLcode stoa_curl_set_pointer(CURL *handle, CURLoption option, const void *value) { return curl_easy_setopt(handle, option, value); }
static inline CURLcode stoa_curl_get_long(CURL *handle, CURLINFO info, long *value) { return curl_easy_getinfo(handle, info, value); }
static inline CURLcode stoa_curl_get_text(CURL *handle, CURLINFO info, char **value) { return curl_easy_getinfo(handle, info, value); }
