// PostgreSQL's C client library, libpq, as its pkg-config file says where it is.
#include <libpq-fe.h>
