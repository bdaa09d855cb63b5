#!/usr/bin/env bash
# One process asks, another one decides, a third resumes, and one is killed half-way: on a PostgreSQL
# of its own in a temporary folder. It is left out, and says so, where there is no PostgreSQL.
set -euo pipefail
cd "$(dirname "$0")"

source ./postgres.sh

fail() { echo "FAILED: $*"; exit 1; }
# Says what a step gave, and that a part of it is as it should be.
says() { # name, wanted, got
    printf '%-28s %s\n' "$1" "$3"
    case "$3" in *"$2"*) ;; *) fail "$1: \`$2\` is missing" ;; esac
}
ask() { "$approvals" ask payments::transfer "$1"; }

says "needs no approval" 1000000 "$("$approvals" ask payments::balance '{}')"

id="$(ask '{"to":"Printers Ltd","cents":4200,"code":"831-002"}')"
says "asked" "" "$id"
shown="$("$approvals" open)"
says "shown" "[redacted]" "$shown"
case "$shown" in *831-002*) fail "the secret is shown" ;; esac
says "not decided" not_decided "$("$approvals" resume "$id" 2>&1 || true)"
says "decided" yes "$("$approvals" decide "$id" yes)"
says "decided otherwise" "already decided" "$("$approvals" decide "$id" no 2>&1 || true)"
says "resumed" transferred "$("$approvals" resume "$id")"
says "resumed again" already_resumed "$("$approvals" resume "$id" 2>&1 || true)"
says "once" 995800 "$("$approvals" ask payments::balance '')"

id="$(ask '{"to":"Printers Ltd","cents":4200,"code":"831-003"}')"
says "denied" no "$("$approvals" decide "$id" no)"
says "the model reads" "Tool execution denied: this bill is paid already" "$("$approvals" resume "$id")"

id="$(ask '{"to":"Printers Ltd","cents":999999,"code":"831-004"}')"
"$approvals" decide "$id" edit '{"to":"Printers Ltd","cents":100,"code":"831-004"}' >/dev/null
says "edited" '"cents":100,' "$("$approvals" resume "$id" | tr '\n' ' ')"
says "what was approved" 995700 "$("$approvals" ask payments::balance '')"

id="$(ask '{"to":"Printers Ltd","cents":700,"code":"831-005"}')"
"$approvals" decide "$id" yes >/dev/null
TRANSFER_SECONDS=60 "$approvals" resume "$id" &
resuming=$!
for _ in $(seq 100); do
    [ "$("$approvals" ask payments::balance '')" = 995700 ] || break
    sleep 0.05
done
kill -9 "$resuming"
wait "$resuming" 2>/dev/null || true
sleep 1.1
says "killed half-way" interrupted "$("$approvals" resume "$id" 2>&1 || true)"
says "a person sees it" "interrupted {" "$("$approvals" open)"
says "it ran once" 995000 "$("$approvals" ask payments::balance '')"
echo "approvals: all as it should be"
