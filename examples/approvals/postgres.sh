# A PostgreSQL of its own in a temporary folder, for the scripts beside it, and what the program needs to use it.
# It ends with the script, which says that it is skipped where there is no PostgreSQL. `at_end` is called before it ends.
# shellcheck shell=bash

source ../../tests/support/skip.sh
find_postgres() { ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -1 || true; }
bin="$(find_postgres)"
[ -n "$bin" ] || bin="$(dirname "$(command -v initdb || true)")"
if [ ! -x "$bin/initdb" ]; then
    install_debian postgresql
    bin="$(find_postgres)"
fi
[ -x "$bin/initdb" ] || skip debian "it needs PostgreSQL, and there is none"

# PostgreSQL does not run as root.
as=()
if [ "$(id -u)" = 0 ]; then
    command -v setpriv >/dev/null || skip setpriv "PostgreSQL does not run as root, and there is no setpriv"
    as=(setpriv --reuid=nobody --regid="$(id -g nobody)" --clear-groups env HOME=/nonexistent)
fi

folder="$(mktemp -d)"
at_end() { :; }
stop() {
    at_end
    "${as[@]}" "$bin/pg_ctl" -D "$folder/data" -m immediate stop >/dev/null 2>&1 || true
    rm -rf "$folder"
}
trap stop EXIT
chmod 755 "$folder"
mkdir "$folder/data" "$folder/socket"
[ "$(id -u)" != 0 ] || chown nobody "$folder" "$folder/data" "$folder/socket"
(cd "$folder" && "${as[@]}" "$bin/initdb" -D "$folder/data" -U approvals -A trust --no-sync >"$folder/log" 2>&1) ||
    { echo "initdb failed"; tail -3 "$folder/log"; exit 1; }
(cd "$folder" && "${as[@]}" "$bin/pg_ctl" -D "$folder/data" -w -l "$folder/data/log" \
    -o "-k $folder/socket -c listen_addresses=" start >/dev/null) ||
    { echo "PostgreSQL does not start"; tail -3 "$folder/data/log"; exit 1; }

export DATABASE_URL="host=$folder/socket user=approvals dbname=postgres"
APPROVALS_KEY="$(od -An -N32 -tx1 /dev/urandom | tr -d ' \n')"
export APPROVALS_KEY

cargo build --quiet --locked -p approvals
target="$(cargo metadata --format-version 1 --no-deps --locked | sed 's/.*"target_directory":"\([^"]*\)".*/\1/')"
approvals="$target/debug/approvals"
