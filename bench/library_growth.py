#!/usr/bin/env python3
"""How import and search of the local library grow: the records of the given files are imported once, then
replicated under new PMIDs, each size in a state folder of its own.
Usage: library_growth.py BINARY --times 1,10,100 FILE…    (what `import` reads; record files, not MeSH)"""
import argparse
import json
import os
import shutil
import subprocess
import tempfile
import time

QUERIES = (
    '"heart failure"[tiab] AND 2010:3000[dp]',
    "(diabetes[tiab] OR hypertension[tiab] OR asthma[tiab]) AND randomi*[tiab] NOT review[pt]",
    '"blood pressure"[tiab] AND patients[tiab] AND treatment[tiab]',
    "humans[mh] AND (placebo[tiab] OR efficacy[tiab])",
    'smith j[au] OR "drug therapy"[sh]',
    "cancer[ti] OR tumor*[ti]",
)


def run(binary, home, *words):
    environment = {"PATH": os.environ["PATH"], "HOME": home, "EVIDENCE_MCP_HOME": home, "EVIDENCE_MCP_OFFLINE": "1"}
    begin = time.monotonic()
    done = subprocess.run(["/usr/bin/time", "-f", "%M", binary, *words], env=environment, capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(words)[:100]}: {done.stderr[-300:]}")
    return time.monotonic() - begin, done.stdout, int(done.stderr.split()[-1]) / 1024


def replicate(lines, times, path):
    with open(path, "w", encoding="utf8") as out:
        number = 1_000_000
        for _ in range(times):
            for line in lines:
                number += 1
                out.write(json.dumps({**line, "pmid": str(number)}, ensure_ascii=False) + "\n")


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def search_times(binary, home):
    """Milliseconds of each query within one process: a batch of ten of each against a batch of one."""
    times = []
    for query in QUERIES:
        once, many = (os.path.join(home, name) for name in ("once.txt", "many.txt"))
        for path, count in ((once, 1), (many, 11)):
            with open(path, "w", encoding="utf8") as out:
                out.write((query + "\n") * count)
        first = min(run(binary, home, "library", "search", "--batch", once, "--limit", "20")[0] for _ in range(3))
        eleven = min(run(binary, home, "library", "search", "--batch", many, "--limit", "20")[0] for _ in range(3))
        times.append(max(0.0, eleven - first) * 100)
    return times


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binary")
    parser.add_argument("files", nargs="+")
    parser.add_argument("--times", default="1,10")
    options = parser.parse_args()
    binary = os.path.abspath(options.binary)
    work = tempfile.mkdtemp(prefix="evidence-growth-")
    try:
        _, text, _ = run(binary, work, "import", "--dry-run", "--jsonl", *options.files)
        lines = [json.loads(line) for line in text.split("\n") if line]
        print(f"{'records':>10} {'import s':>9} {'records/s':>10} {'MiB RSS':>8} {'MiB file':>9} {'query ms p50':>13} {'p95':>8}")
        for times in (int(x) for x in options.times.split(",")):
            home = os.path.join(work, str(times))
            os.mkdir(home)
            path = os.path.join(home, "records.jsonl")
            replicate(lines, times, path)
            seconds, _, rss = run(binary, home, "import", path)
            os.remove(path)
            size = os.path.getsize(os.path.join(home, "evidence.db")) / 2**20
            found = search_times(binary, home)
            count = len(lines) * times
            print(f"{count:>10} {seconds:>9.1f} {count / seconds:>10.0f} {rss:>8.0f} {size:>9.0f} "
                  f"{percentile(found, 0.5):>13.2f} {percentile(found, 0.95):>8.2f}", flush=True)
            shutil.rmtree(home)
    finally:
        shutil.rmtree(work, ignore_errors=True)


main()
