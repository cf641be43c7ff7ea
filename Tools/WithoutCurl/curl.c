// Stands in for libcurl in programs into which Foundation is linked (Scripts/common.sh, swift_release).
//
// The HTTP server of pages, FlyingFox, has a handler that passes requests on by URLSession. No program here uses it, but the linker
// keeps what Swift may look up by name, and so Foundation's network layer, libcurl and the 28 libraries that libcurl needs. Loading
// them is 5 of the 13 ms in which `ideabox --version` runs. Clients and servers here speak HTTP by other libraries (SwiftNIO,
// FlyingFox's own sockets). Whoever uses URLSession after all is told so, and the program ends.
#include <stdio.h>
#include <stdlib.h>

static void *missing(const char *name) {
    fprintf(stderr, "%s: this program was built without curl, so that URLSession cannot be used\n", name);
    abort();
}

#define STAND_IN(name) \
    void *name(void) { return missing(#name); }

STAND_IN(curl_easy_cleanup)
STAND_IN(curl_easy_getinfo)
STAND_IN(curl_easy_init)
STAND_IN(curl_easy_pause)
STAND_IN(curl_easy_setopt)
STAND_IN(curl_easy_strerror)
STAND_IN(curl_free)
STAND_IN(curl_global_init)
STAND_IN(curl_multi_add_handle)
STAND_IN(curl_multi_assign)
STAND_IN(curl_multi_cleanup)
STAND_IN(curl_multi_info_read)
STAND_IN(curl_multi_init)
STAND_IN(curl_multi_remove_handle)
STAND_IN(curl_multi_setopt)
STAND_IN(curl_multi_socket_action)
STAND_IN(curl_slist_append)
STAND_IN(curl_slist_free_all)
STAND_IN(curl_url)
STAND_IN(curl_url_get)
STAND_IN(curl_url_set)
STAND_IN(curl_version)
STAND_IN(curl_version_info)
