#!/usr/bin/env python3
"""All attacks, each whole, and one table: class, inputs, failures, seconds. The programs say so themselves in a line
"attack: CLASS: N inputs, M failures"; of the others every line "ok" or "FAIL" is an input.

  whole.py BUILD_FOLDER [PART…]      Environment: EV_SHARED_DIR (without it what needs its records or simulator is skipped, visibly)
The output of every part is in BUILD_FOLDER/attack/PART.log.
"""
import concurrent.futures
import os
import re
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
BUILD = os.path.abspath(sys.argv[1])
BINARY = os.path.join(BUILD, "src", "app", "evidence-mcp")
LIMIT = 20 * 60
CHECKS = os.path.join(ROOT, "tests", "simulator", "checks.py")
LABORATORY = os.path.join(ROOT, "tests", "laboratory")
# The longest first: two run at once.
PARTS = {
    "faults": ("faults of services, during and after", [sys.executable, CHECKS, "afterwards_whole"]),
    "growth": ("growth of work with the text", [os.path.join(BUILD, "tests", "attack", "attack_growth")]),
    "requests": ("arguments and requests", [sys.executable, os.path.join(HERE, "requests.py"), BINARY]),
    "styles": ("duplicates in other styles", [sys.executable, os.path.join(HERE, "record_styles.py"), BINARY]),
    "accidents": ("accidents of the machine", [sys.executable, os.path.join(HERE, "accidents.py"), BINARY]),
    "upstream": ("hostile replies, tool by tool", [sys.executable, CHECKS, "faults", "sources", "enrichment", "fallback", "dead"]),
    "hanging": ("services that hang", [sys.executable, CHECKS, "deadline", "cancel"]),
    "processes": ("eight processes, one allowance", [sys.executable, CHECKS, "eight"]),
    "laboratory": ("a store of a laboratory, killed", [sys.executable, os.path.join(LABORATORY, "killed_test.py"), BINARY]),
    "spread": ("a store on two servers, one killed", [sys.executable, os.path.join(LABORATORY, "spread_test.py"), BINARY]),
    "statements": ("text that tries to be SQL", [sys.executable, os.path.join(LABORATORY, "injection_test.py"), BINARY]),
    "unwell": ("a database that is not well", [sys.executable, os.path.join(LABORATORY, "unwell_test.py"), BINARY]),
    "budget": ("eight servers, one database", [sys.executable, CHECKS, "laboratory"]),
    "cancellation": ("cancellation at any time", [os.path.join(BUILD, "tests", "attack", "attack_cancellation")]),
    "injection": ("instructions in records", [os.path.join(BUILD, "tests", "attack", "injection", "attack_injection")]),
    "hidden": ("hidden text through every tool", [sys.executable, os.path.join(HERE, "injection", "through_every_tool.py"), BINARY]),
    "users": ("two users", [sys.executable, os.path.join(HERE, "two_users.py"), BINARY]),
}


def run(name):
    begun = time.monotonic()
    log = os.path.join(BUILD, "attack", name + ".log")
    with open(log, "w") as out:
        env = dict(os.environ, EV_ATTACK_WHOLE="1", EV_BINARY=BINARY, EV_SOURCE_DIR=ROOT)
        try:
            code = subprocess.run(PARTS[name][1], stdout=out, stderr=subprocess.STDOUT, env=env, timeout=LIMIT, stdin=subprocess.DEVNULL).returncode
        except subprocess.TimeoutExpired:
            code = "late"
    with open(log, errors="replace") as f:
        text = f.read()
    rows = [(m[1], int(m[2]), int(m[3])) for m in re.finditer(r"^attack: (.+): (\d+) inputs, (\d+) failures$", text, re.M)]
    if not rows:
        marks = re.findall(r"^(ok|FAIL)\b", text, re.M)
        rows = [(PARTS[name][0], len(marks), marks.count("FAIL"))]
    # A program that fails without saying in what has failed all the same.
    if code not in (0, 77) and not sum(r[2] for r in rows):
        rows[0] = (rows[0][0], rows[0][1], 1)
    return code, rows, time.monotonic() - begun


def main():
    names = sys.argv[2:] or list(PARTS)
    os.makedirs(os.path.join(BUILD, "attack"), exist_ok=True)
    begun = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        done = dict(zip(names, pool.map(run, names)))
    print(f"{'class':44} {'inputs':>8} {'failures':>8} {'seconds':>8}")
    failures = 0
    for name, (code, rows, seconds) in done.items():
        for title, inputs, wrong in rows:
            failures += wrong
            note = "  SKIPPED" if code == 77 else "" if code == 0 else f"  exit {code}: {os.path.join(BUILD, 'attack', name + '.log')}"
            print(f"{title:44} {inputs:8} {wrong:8} {seconds:8.0f}{note}")
    print(f"{failures} failures in {(time.monotonic() - begun) / 60:.1f} minutes")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
