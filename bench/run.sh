#!/usr/bin/env bash
# Prints the figures: start, memory, pings alone and under load, a cached search, PubMed XML.
#   bench/run.sh BUILD_FOLDER        EV_SHARED_DIR: folder with corpus/ (default: ../shared beside the checkout)
set -euo pipefail
build=$(cd "$1" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
shared=${EV_SHARED_DIR:-$here/../../shared}
binary=$build/src/app/evidence-mcp
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
export EVIDENCE_MCP_HOME=$home

echo "== protocol: $binary serve --sample (bare echo beside it in the same run)"
"$build/bench/mcp_bench" --bare "$build/bench/bare_echo" --no-heavy -- "$binary" serve --sample
echo
echo "== pings and a cached search while 4 scoring calls compute"
python3 "$here/load.py" "$binary"
echo
if [ -x "$build/bench/appraise_bench" ]; then
  echo "== scoring, ranking and diversity over made-up articles, one thread, three sizes"
  "$build/bench/appraise_bench" --made
  echo
fi
if [ -d "$shared/corpus/pubmed" ]; then
  echo "== PubMed XML to records, one core, and import --dry-run --jsonl of a file"
  "$build/bench/xml_bench" "$shared/corpus/pubmed"
  for file in "$shared"/corpus/pubmed/*.xml.gz; do
    bytes=$(gzip -dc "$file" | wc -c)
    start=$(date +%s%N)
    "$binary" import "$file" --dry-run --jsonl > /dev/null
    end=$(date +%s%N)
    echo "$(basename "$file"): $(( bytes * 1000 / (end - start) )) MB/s ($bytes bytes)"
  done
  echo
  echo "== import and search of the library as it grows (100 times as large: bench/library_growth.py)"
  python3 "$here/library_growth.py" "$binary" --times 1,10 "$shared"/corpus/pubmed/*.xml.gz
  echo
  echo "== extraction of the 12 default fields and of 40 fields of all kinds, one core"
  "$build/bench/extract_bench" "$shared/corpus/pool/pool_01.xml.gz"
else
  echo "SKIPPED: no corpus for the XML figures (EV_SHARED_DIR)"
fi
