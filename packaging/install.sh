#!/bin/sh
# Installs a released toolc: fetches the archive of this machine's target, holds it to its checksum, and copies the binaries.
#
#   install.sh VERSION [FOLDER]
#
# FOLDER is ~/.local/bin if none is given. TOOLC_RELEASES is the address below which the archives of each version are.
set -eu

fail() { echo "error: $1" >&2; exit 1; }

version="${1:-}"
folder="${2:-$HOME/.local/bin}"
case "$version" in
    [0-9]*.[0-9]*.[0-9]*) ;;
    *) fail "which version? install.sh VERSION [FOLDER], such as install.sh 0.2.0" ;;
esac
releases="${TOOLC_RELEASES:-}"
[ -n "$releases" ] || fail "TOOLC_RELEASES must be the address of the releases, such as https://forge.example/OWNER/toolc/releases/download"

case "$(uname -s)-$(uname -m)" in
    Linux-x86_64) target=x86_64-unknown-linux-gnu ;;
    Linux-aarch64 | Linux-arm64) target=aarch64-unknown-linux-gnu ;;
    Darwin-x86_64) target=x86_64-apple-darwin ;;
    Darwin-arm64) target=aarch64-apple-darwin ;;
    MINGW*-x86_64 | MSYS*-x86_64) target=x86_64-pc-windows-msvc ;;
    *) fail "there is no binary for $(uname -s) on $(uname -m): install it with cargo" ;;
esac

name="toolc-$version-$target"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
for file in "$name.tar.gz" "$name.tar.gz.sha256"; do
    curl --fail --silent --show-error --location --retry 3 --output "$work/$file" "$releases/v$version/$file" \
        || fail "$releases/v$version/$file cannot be fetched"
done
cd "$work"
if command -v sha256sum >/dev/null; then
    sum="$(sha256sum "$name.tar.gz")"
else
    sum="$(shasum -a 256 "$name.tar.gz")"
fi
[ "${sum%% *}" = "$(cut -d ' ' -f 1 "$name.tar.gz.sha256")" ] || fail "$name.tar.gz is not what its checksum says: nothing is installed"
tar -xzf "$name.tar.gz"
mkdir -p "$folder"
for binary in toolc cargo-toolc; do
    [ -e "$name/$binary" ] || binary="$binary.exe"
    # a running binary is replaced, not written over
    cp "$name/$binary" "$folder/$binary.new"
    mv -f "$folder/$binary.new" "$folder/$binary"
done
echo "installed toolc $version to $folder"
