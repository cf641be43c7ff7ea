# Shared by the scripts beside it: where the project is, and how to speak. Sourced, not run.
# shellcheck shell=bash

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)"
readonly root

# The suites of AlarmClock that talk to a service or a daemon in their own process: they run one after the other.
# shellcheck disable=SC2034
readonly alarmclock_talkative='DaemonTests|HomeTests|AlarmSyncTests|SyncElsewhereTests'

# Says what happens now. To standard error: standard output belongs to the program that is run.
say() {
    printf '%s\n' "$*" >&2
}

# Ends with a sentence that says what to do.
fail() {
    printf '%s: %s\n' "$(basename "$0")" "$*" >&2
    exit 1
}

# Waits until a server has written into the file “output” where it listens, and prints that; its errors are in “errors”.
listening_address() {
    local address=""
    while [ -z "$address" ]; do
        kill -0 "$1" 2>/dev/null || fail "the server did not start: $(cat errors)"
        sleep 0.1
        address="$(sed -n 's/.*\(http:\/\/127\.0\.0\.1:[0-9]*\).*/\1/p' output | head -n 1)"
    done
    printf '%s\n' "$address"
}

# Prints a script's own head comment, which is its help, where the first argument asks for it.
help_if_asked() {
    case "${1:-}" in
    -h | --help)
        sed -n '2,/^[^#]/{s/^# \{0,1\}//p;}' "$0"
        exit 0
        ;;
    esac
}

# Prints the folder of PostgreSQL's own tools, 15 or newer; fails if there is none.
postgres_tools() {
    local folder version
    for folder in $(compgen -G '/usr/lib/postgresql/*/bin' | sort -rV) $(pg_config --bindir 2>/dev/null); do
        [ -x "$folder/initdb" ] && [ -x "$folder/pg_ctl" ] || continue
        version="$("$folder/initdb" --version | sed -n 's/.* \([0-9]*\)[^ ]*.*/\1/p')"
        [ "${version:-0}" -ge 15 ] || continue
        printf '%s\n' "$folder"
        return 0
    done
    return 1
}

# Where packages are built for debugging that take this one without its traits: each makes what the next one needs.
readonly outside_build="$root/.build-outside"

# Prints the path of a compiler for C: the toolchain's own, or the system's.
c_compiler() {
    local beside
    beside="$(dirname "$(readlink -f "$(command -v swift)")")/clang"
    if [ -x "$beside" ]; then printf '%s\n' "$beside"; else command -v clang || command -v cc; fi
}

# How a program is built for use: the Swift runtime is linked in, so that it starts fast and runs anywhere. A stand-in takes the
# place of curl.
readonly without_curl="$root/.build/without-curl"
readonly release_flags=(-c release --static-swift-stdlib -Xswiftc "-L$without_curl")

# Makes the library that stands in for curl's; Tools/WithoutCurl/curl.c says why.
build_without_curl() {
    local source="$root/Tools/WithoutCurl/curl.c" compiler archiver fresh
    [ "$source" -nt "$without_curl/libcurl.a" ] || return 0
    compiler="$(c_compiler)" || fail "there is no compiler for C: install clang, or a whole Swift toolchain."
    archiver="$(dirname "$compiler")/llvm-ar"
    [ -x "$archiver" ] || archiver=ar
    # In the same folder, so that the library is put in its place in one step: another build may look for it.
    mkdir -p "$without_curl" && fresh="$(mktemp -d "$without_curl/.XXXXXX")" || fail "cannot write to $without_curl."
    "$compiler" -O2 -c "$source" -o "$fresh/curl.o" && "$archiver" rcs "$fresh/libcurl.a" "$fresh/curl.o" \
        && mv "$fresh/libcurl.a" "$without_curl/libcurl.a" || fail "$source cannot be made into a library."
    rm -rf "$fresh"
}

plugin_flags=()

# Builds the macros' plug-ins as the tests do, and sets the flags with which the compiler takes them from there. They lie in a
# folder named by what they are, so that other plug-ins make another build.
use_built_plugins() {
    local folder plugin module place
    if [ "${#plugin_flags[@]}" -gt 0 ]; then return; fi
    folder="$(swift build --package-path "$root" --show-bin-path)"
    for module in SwiftDataMacros SwiftUIMacros; do
        plugin="$folder/$module-tool"
        [ -x "$plugin" ] || say "Building $module. The first time takes some minutes."
        swift build --package-path "$root" --product "$module" --quiet >&2
        place="$root/.build/macro-plugins/$(sha256sum "$plugin" | cut -c 1-16)"
        if [ ! -x "$place/$module" ]; then
            mkdir -p "$place"
            cp "$plugin" "$place/$module.new"
            mv "$place/$module.new" "$place/$module"
        fi
        plugin_flags+=(-Xswiftc -load-plugin-executable -Xswiftc "$place/$module#$module")
    done
}

# swift_with_plugins SUBCOMMAND ARGUMENTS…: "swift", with plug-ins that are built already (the manifest says why).
swift_with_plugins() {
    local subcommand="$1"
    shift
    use_built_plugins
    BUILT_PLUGINS=yes swift "$subcommand" "${plugin_flags[@]}" "$@"
}

# swift_release ARGUMENTS…: "swift build" for release.
swift_release() {
    build_without_curl
    swift_with_plugins build "${release_flags[@]}" "$@"
}

# build_release [PRODUCT]: builds `ideabox`, or another program, for release; prints its folder. With CONFIGURATION=debug in the
# environment it is built as the tests have it.
build_release() {
    local folder product="${1:-ideabox}"
    if [ "${CONFIGURATION:-release}" = debug ]; then
        swift build --package-path "$root" --product "$product" --quiet >&2
        swift build --package-path "$root" --show-bin-path
        return
    fi
    use_built_plugins
    folder="$(swift_release --package-path "$root" --product "$product" --show-bin-path)"
    if [ -x "$folder/$product" ]; then
        swift_release --package-path "$root" --product "$product" --quiet >&2
    else
        say "Building $product for release. The first time takes some minutes."
        swift_release --package-path "$root" --product "$product" >&2
    fi
    printf '%s\n' "$folder"
}
