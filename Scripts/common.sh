# Shared by the scripts beside it: where the project is, and how to speak. Sourced, not run.
# shellcheck shell=bash

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)"
readonly root

# Says what happens now. To standard error: standard output belongs to the program that is run.
say() {
    printf '%s\n' "$*" >&2
}

# Ends with a sentence that says what to do.
fail() {
    printf '%s: %s\n' "$(basename "$0")" "$*" >&2
    exit 1
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

# How a program is built for use: the Swift runtime is linked in, so that it starts fast and runs anywhere.
readonly release_flags=(-c release --static-swift-stdlib)

# build_release [PRODUCT]: builds `ideabox`, or another program, for release; prints its folder.
build_release() {
    local folder product="${1:-ideabox}"
    folder="$(swift build --package-path "$root" "${release_flags[@]}" --product "$product" --show-bin-path)"
    if [ -x "$folder/$product" ]; then
        swift build --package-path "$root" "${release_flags[@]}" --product "$product" --quiet >&2
    else
        say "Building $product for release. The first time takes some minutes."
        swift build --package-path "$root" "${release_flags[@]}" --product "$product" >&2
    fi
    printf '%s\n' "$folder"
}
