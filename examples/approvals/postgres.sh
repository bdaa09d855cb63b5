# A PostgreSQL for the scripts beside it, and what the program needs to use it.
# shellcheck shell=bash

source ../../tests/support/skip.sh
source ../../tests/support/postgres.sh

export DATABASE_URL="host=$folder/socket user=toolc dbname=postgres"
APPROVALS_KEY="$(od -An -N32 -tx1 /dev/urandom | tr -d ' \n')"
export APPROVALS_KEY

cargo build --quiet --locked -p approvals
target="$(cargo metadata --format-version 1 --no-deps --locked | sed 's/.*"target_directory":"\([^"]*\)".*/\1/')"
approvals="$target/debug/approvals"
