# A PostgreSQL of its own in a temporary folder. It ends with the script, which says that it is skipped where there is no
# PostgreSQL. `at_end` is called before it ends. Source skip.sh before it.
# shellcheck shell=bash

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
(cd "$folder" && "${as[@]}" "$bin/initdb" -D "$folder/data" -U toolc -A trust --no-sync >"$folder/log" 2>&1) ||
    { echo "initdb failed"; tail -3 "$folder/log"; exit 1; }

# Whoever has this script can take the database away, and give it back.
control="$folder/control"
cat >"$control" <<CONTROL
#!/usr/bin/env bash
set -euo pipefail
cd "$folder"
as=($(printf '%q ' "${as[@]}"))
master() { head -1 data/postmaster.pid; }
case "\$1" in
    start) "\${as[@]}" "$bin/pg_ctl" -D "$folder/data" -w -l "$folder/data/log" -o "-k $folder/socket \${POSTGRES_OPTIONS:--c listen_addresses=}" start >/dev/null ;;
    stop) "\${as[@]}" "$bin/pg_ctl" -D "$folder/data" -m fast -w stop >/dev/null ;;
    kill) "\${as[@]}" "$bin/pg_ctl" -D "$folder/data" -m immediate -w stop >/dev/null ;;
    pause) for one in \$(master) \$(ps -o pid= --ppid "\$(master)"); do kill -STOP "\$one"; done ;;
    resume) for one in \$(master) \$(ps -o pid= --ppid "\$(master)"); do kill -CONT "\$one"; done ;;
esac
CONTROL
chmod 755 "$control"
"$control" start || { echo "PostgreSQL does not start"; tail -3 "$folder/data/log"; exit 1; }
