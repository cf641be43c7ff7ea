// The files that every page of WebHost loads, as bytes of the program.

#ifndef CWEBHOSTASSETS_H
#define CWEBHOSTASSETS_H

#include <stddef.h>
#include <stdint.h>

/// The bytes of `host.css`, and their number in `count`.
const uint8_t *_Nonnull cwebhost_style(size_t *_Nonnull count);

/// The bytes of `host.js`, and their number in `count`.
const uint8_t *_Nonnull cwebhost_script(size_t *_Nonnull count);

#endif
