#!/usr/bin/env bash
# Three MCP servers of one worker behind HAProxy, with PostgreSQL for what waits for an answer, and one of them killed in the
# middle: no transfer is made twice, and none that was answered is missing. It is left out, and says so, where there is no
# PostgreSQL, HAProxy or Python.
set -euo pipefail
cd "$(dirname "$0")"

source ../../tests/support/skip.sh
command -v haproxy >/dev/null || install_debian haproxy
for program in haproxy python3; do
    command -v "$program" >/dev/null || skip debian "it needs $program, and there is none"
done
source ./postgres.sh

transfers=300
processes=()
at_end() {
    [ ${#processes[@]} = 0 ] || kill "${processes[@]}" 2>/dev/null || true
}

backends=""
for number in 1 2 3; do
    TRANSFER_SECONDS=0.05 "$approvals" serve 127.0.0.1:0 >"$folder/server$number" 2>"$folder/errors$number" &
    processes+=($!)
    # or bash says that it was killed
    disown
    for _ in $(seq 100); do
        [ -s "$folder/server$number" ] && break
        sleep 0.05
    done
    backends+="    server s$number $(cat "$folder/server$number") check inter 100ms fall 1"$'\n'
done
port="$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')"
cat >"$folder/haproxy.cfg" <<END
defaults
    mode http
    timeout connect 1s
    timeout client 30s
    timeout server 30s
    retries 2
    option redispatch
frontend all
    bind 127.0.0.1:$port
    default_backend servers
backend servers
    balance roundrobin
$backends
END
haproxy -db -f "$folder/haproxy.cfg" >"$folder/haproxy.log" 2>&1 &
processes+=($!)
for _ in $(seq 100); do
    (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null && break
    sleep 0.05
done

python3 scale.py "http://127.0.0.1:$port/mcp" "$transfers" "${processes[1]}" >"$folder/said"
"$bin/psql" -h "$folder/socket" -U toolc -d postgres -AtF '|' \
    -c "SELECT recipient, count(*) FROM transfers GROUP BY recipient" >"$folder/made"
python3 - "$folder/said" "$folder/made" "$transfers" <<'END'
import json, sys

said = json.load(open(sys.argv[1]))
made = dict(line.strip().rsplit("|", 1) for line in open(sys.argv[2]))
assert not said["faults"], said["faults"][:5]
assert len(said["transferred"]) + len(said["unclear"]) == int(sys.argv[3]), said
twice = [order for order, times in made.items() if times != "1"]
assert not twice, f"made more than once: {twice}"
lost = [order for order in said["transferred"] if order not in made]
assert not lost, f"answered, but not made: {lost}"
foreign = set(made) - set(said["transferred"]) - set(said["unclear"])
assert not foreign, f"made, but nobody knows: {foreign}"
ran = sum(order in made for order in said["unclear"])
print(f"{len(said['transferred'])} transfers were answered, each made once, and no answer counted twice;")
print(f"{len(said['unclear'])} were under way in the server that was killed: {ran} made, none of them twice")
END
echo "scale: all as it should be"
