# What a script needs and may not find on a machine. Then it is skipped, and says so; `.ci/run` ends with the list.
# shellcheck shell=bash

# Errors of clients (cargo, npm, pip) that prove that a registry cannot be reached.
unreachable='EAI_AGAIN|ENOTFOUND|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT|EIDLETIMEOUT'
unreachable+="|[Cc]ould(n't| not) resolve|[Cc]ould(n't| not) connect|[Nn]etwork is unreachable|[Tt]imeout was reached"
unreachable+='|[Tt]emporary failure in name resolution|Failed to establish a new connection|ConnectTimeoutError|Connection refused'

# Says that a part is skipped, and why. `kind` is what is missing: crates, npm, pypi, debian, corpus, or another word.
say_skipped() { # kind, reason
    echo "skipped: $0: $2"
    [ -z "${TOOLC_SKIPPED:-}" ] || printf '%s\t%s\t%s\n' "$1" "$0" "$2" >>"$TOOLC_SKIPPED"
}

# Ends the script, which is skipped.
skip() { # kind, reason
    say_skipped "$1" "$2"
    exit 0
}

# Skips the script if the log of a client says that a registry cannot be reached; else it fails.
skip_unreachable() { # kind, log
    cat "$2" >&2
    grep -qE "$unreachable" "$2" || exit 1
    skip "$1" "it needs packages, and the registry cannot be reached"
}

# Installs packages of Debian where that is possible, and says why where it is not.
install_debian() { # package…
    if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
        echo "$* must be installed by hand" >&2
        return
    fi
    local log
    log="$(mktemp)"
    { apt-get update -qq && apt-get install -y -qq --no-install-recommends "$@"; } >"$log" 2>&1 || tail -3 "$log" >&2
    rm -f "$log"
}
