#!/usr/bin/env python3
"""Whether a store on PostgreSQL answers as one in a file does: the tasks of a quality evaluation are run on both, and everything the
program writes to its standard output (answers of tools, what commands print) is compared byte for byte, but for times.

  store_equality.py BINARY [--tasks a,b] [--limit N] [--binary-of-the-file BINARY]      EV_EVAL_DIR: the folder with run.py

One line per task: answers compared, how many differ, seconds on each. Each task has a database of its own.
"""
import argparse
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "tests", "support"))
TASKS = ("query_results", "known_item", "retrieval", "screening", "dedup", "question_recall", "mesh_mapping", "query_parser", "claims", "polarity",
         "direction", "effect_direction", "sample_size", "rct", "pico_spans", "key_findings", "trial_tables", "scoring_oracle")
# How long something took, and when, is no part of an answer.
TIMES = re.compile(r'\\?"(?:[a-z_]*_ms|ms|counted_at|retrieved_at|created_at|expires_at|cache)\\?"\s*:\s*(?:\\?"[^"\\]*\\?"|[0-9.eE+-]+)')


def note(text, home):
    text = TIMES.sub('"time"', text.replace(home, "HOME"))
    line = json.dumps([hashlib.sha256(text.encode()).hexdigest(), len(text), text[:3000]])
    with open(os.environ["STORE_EQUALITY_LOG"], "a", encoding="utf8") as log:
        log.write(line + "\n")


def stand_between(arguments):
    """In the program's place: passes everything on and notes what comes out."""
    home = os.environ.get("EVIDENCE_MCP_HOME", "/no home")
    binary = os.environ["STORE_EQUALITY_BINARY"]
    if "STORE_EQUALITY_STORE" in os.environ:
        os.environ["EVIDENCE_MCP_STORE"] = os.environ["STORE_EQUALITY_STORE"]
    if arguments[:1] != ["serve"]:
        done = subprocess.run([binary, *arguments], capture_output=True, text=True)
        sys.stderr.write(done.stderr)
        for line in done.stdout.splitlines():  # a batch has a line for each query
            note(line, home)
        note(f"exit {done.returncode} {done.stderr if done.returncode else ''}", home)
        sys.stdout.write(done.stdout)
        return done.returncode
    server = subprocess.Popen([binary, *arguments], stdout=subprocess.PIPE, text=True, bufsize=1)
    for line in server.stdout:
        note(line, home)
        sys.stdout.write(line)
        sys.stdout.flush()
    return server.wait()


def run(asked, task, binary, store, work):
    """(noted lines, rows of the evaluation, seconds)"""
    log, out = os.path.join(work, "log"), os.path.join(work, "out.json")
    env = {k: v for k, v in os.environ.items() if not k.startswith(("EVIDENCE_MCP_", "PG"))}
    env.update(STORE_EQUALITY_LOG=log, STORE_EQUALITY_BINARY=os.path.abspath(binary))
    if store:
        env["STORE_EQUALITY_STORE"] = store  # the evaluation keeps the program's own variables away
    begin = time.monotonic()
    command = [sys.executable, os.path.join(os.environ["EV_EVAL_DIR"], "run.py"), "--server", f"python3 {os.path.abspath(__file__)} serve",
               "--tasks", task, "--json", out, "--timeout", "600"]
    subprocess.run(command + (["--limit", str(asked.limit)] if asked.limit else []), env=env, check=True, capture_output=True)
    with open(log, encoding="utf8") as file:
        lines = [json.loads(line) for line in file]
    with open(out, encoding="utf8") as file:
        rows = {r["metric"]: r["result"] for r in json.load(file)["rows"] if "ms" not in r["metric"] and "per_s" not in r["metric"]}
    return lines, rows, time.monotonic() - begin


def compare(asked, task):
    import postgres_server
    with tempfile.TemporaryDirectory(prefix="evidence-equal-") as work, postgres_server.PostgresServer("shared_buffers=256MB") as server:
        folders = [os.path.join(work, name) for name in ("file", "lab")]
        for folder in folders:
            os.mkdir(folder)
        file, rows, file_s = run(asked, task, asked.binary_of_the_file or asked.binary, "", folders[0])
        lab, lab_rows, lab_s = run(asked, task, asked.binary, server.uri(), folders[1])
    differing = [i for i, (a, b) in enumerate(zip(file, lab)) if a[:2] != b[:2]]
    wrong = len(differing) + abs(len(file) - len(lab))
    print(f"{task:18} {len(file):6} answers, {sum(a[1] for a in file) / 1e6:7.1f} MB, {wrong} differ, figures {'equal' if rows == lab_rows else 'DIFFER'}; "
          f"{file_s:.0f} s on a file, {lab_s:.0f} s on PostgreSQL", flush=True)
    for i in differing[:2]:
        a, b = file[i][2], lab[i][2]
        at = next((k for k in range(min(len(a), len(b))) if a[k] != b[k]), min(len(a), len(b)))
        print(f"  answer {i}, character {at}:\n    file {a[max(0, at - 200):at + 300]}\n    lab  {b[max(0, at - 200):at + 300]}")
    return wrong == 0 and rows == lab_rows


def main():
    if "STORE_EQUALITY_LOG" in os.environ:
        return stand_between(sys.argv[1:])
    parser = argparse.ArgumentParser()
    parser.add_argument("binary")
    parser.add_argument("--tasks", default=",".join(TASKS))
    parser.add_argument("--limit", type=int, default=0)
    parser.add_argument("--binary-of-the-file", help="another program for the store in a file")
    asked = parser.parse_args()
    return 0 if all([compare(asked, task) for task in asked.tasks.split(",")]) else 1


if __name__ == "__main__":
    sys.exit(main())
