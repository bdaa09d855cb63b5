# What the tests of the plug-ins share. Sourced in the top folder.
# shellcheck shell=bash

source tests/support/skip.sh
target="$(realpath -m "${CARGO_TARGET_DIR:-target}")"

# Builds toolc, and copies it to where no other step builds it anew meanwhile.
build_toolc() { # home
    cargo build --workspace --locked --quiet --features toolc/snapshot,toolc/serve
    mkdir -p "$1"
    cp "$target/debug/toolc" "$1/toolc"
}

# Lets a plug-in make files of one path, or prints why nothing is made.
make_one() { # toolc, plugin, path, out
    local said
    if ! said="$("$1" build "$3" --plugin "$2" --out "$4" 2>&1)"; then
        printf '%s: %s\n' "$3" "$(tail -1 <<<"$said")"
        return 1
    fi
    "$1" build "$3" --plugin "$2" --out "$4" --check >/dev/null 2>&1 || { echo "$3: --check differs"; return 1; }
}

# Specs that are always here must be accepted.
make_own() { # toolc, plugin, out
    for specs in specs plugins/test/odd.yaml; do
        make_one "$1" "$2" "$specs" "$3/$(basename "$specs" .yaml)"
    done
}

# Real specs, but for API descriptions of many files, of which every thirtieth counts, or with TOOLC_PLUGINS=1 every one.
# Those that toolc itself refuses are counted, and few.
make_corpus() { # toolc, plugin, out
    local made=0 refused=0 out
    while read -r specs; do
        out="$3/corpus_$(tr -c 'A-Za-z0-9\n' _ <<<"${specs#"$TOOLC_CORPUS"/}")"
        if timeout 300 "$1" build "$specs" --plugin "$2" --out "$out" >"$3.said" 2>&1; then
            made=$((made + 1))
        else
            ! grep -q 'error\[T076' "$3.said" || { cat "$3.said"; return 1; }
            refused=$((refused + 1))
        fi
    done < <(
        formats="$TOOLC_CORPUS/provider-formats"
        printf '%s\n' "$TOOLC_CORPUS/mcp" "$TOOLC_CORPUS/bfcl-tools" "$formats/openai" "$formats/anthropic" "$formats/gemini"
        find "$TOOLC_CORPUS/fms-dgt" -name '*.yaml' -o -name '*.yml' | sort
        find "$TOOLC_CORPUS/openapi/"[23]* -type f \( -name '*.json' -o -name '*.yaml' -o -name '*.yml' \) | sort |
            awk -v every="$(((1 - ${TOOLC_PLUGINS:-0}) * 29 + 1))" 'NR % every == 0'
    )
    echo "$made of the corpus made, $refused refused by toolc"
    [ "$made" -gt $((refused * 9)) ] || { echo "too many are refused"; return 1; }
}

# Specs of an API at an address of this machine, with a worker that may call it.
put_shop() { # folder, address
    mkdir -p "$1"
    cp plugins/test/shop.openapi.yaml "$1"
    cat >"$1/toolc.yaml" <<END
tools:
  registry: [{ type: rest, spec: shop.openapi.yaml, namespace: shop, engine: shop, output: show }]
  engines:
    shop: { type: http, base_url: "http://$2", private: true }
workers: [desk.yaml]
END
    printf 'name: desk\ntoolsets: { shop: { tools: [findOrder], approval: { default: preApproved } } }\n' >"$1/desk.yaml"
}
