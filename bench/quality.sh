#!/usr/bin/env bash
# Answers held against gold data: one table of task, metric, floor, target and result.
#   bench/quality.sh [BINARY]      default: the release build, else evidence-mcp from PATH
# EV_EVAL_DIR     folder with run.py and data/ (default: ../shared/eval beside the checkout)
# EV_EVAL_TASKS   comma-separated tasks (default: all)
# EV_EVAL_JSON    also write rows, times and examples of errors to this file
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
eval_dir=${EV_EVAL_DIR:-${EV_SHARED_DIR:-$here/../shared}/eval}
if [ ! -f "$eval_dir/run.py" ]; then
  echo "SKIPPED: no evaluation data in $eval_dir (set EV_EVAL_DIR to the folder with run.py)"
  exit 0
fi
binary=${1:-$here/build/release/src/app/evidence-mcp}
if [ ! -x "$binary" ]; then
  binary=$(command -v "$(basename "$binary")" || true)
fi
if [ -z "$binary" ]; then
  echo "bench-quality: no evidence-mcp found; build it with 'make build', or install it" >&2
  exit 1
fi
json=${EV_EVAL_JSON:-}
scratch=
if [ -z "$json" ]; then
  scratch=$(mktemp)
  json=$scratch
  trap 'rm -f "$scratch"' EXIT
fi
echo "$("$binary" --version 2>/dev/null | head -1) ($binary), $eval_dir"
python3 "$eval_dir/run.py" --server "$(printf '%q' "$binary") serve" --tasks "${EV_EVAL_TASKS:-all}" \
  --json "$json" > /dev/null
python3 "$here/bench/quality_table.py" "$json"
