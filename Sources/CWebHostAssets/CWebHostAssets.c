#include "CWebHostAssets.h"

// C23's directive makes bytes of a file without a literal for each of them; the compiler names the files as what this one
// depends on, so that a change of theirs builds it anew. Clang has it in older modes of C, too, and would warn of that.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t style[] = {
#embed "../WebHost/Assets/host.css"
};

static const uint8_t script[] = {
#embed "../WebHost/Assets/host.js"
};

const uint8_t *cwebhost_style(size_t *count) {
    *count = sizeof style;
    return style;
}

const uint8_t *cwebhost_script(size_t *count) {
    *count = sizeof script;
    return script;
}
