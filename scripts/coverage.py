#!/usr/bin/env python3
"""Which lines of src the tests ran, per room: scripts/coverage.py BUILD [--whole PERCENT --room PERCENT]

BUILD is a folder configured with EV_COVERAGE (preset "coverage") whose tests have run. Prints a table, the files that are covered
least, and exits with 1 when the whole or a room is below the percentage asked for. Needs llvm-profdata and llvm-cov of the compiler.
"""
import argparse
import glob
import json
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LEAST_FILES = 15


def program(build):
    """The whole program: what the test programs ran of src is told by the name of the function, so one map serves all."""
    path = os.path.join(build, "src", "app", "evidence-mcp")
    if not os.path.exists(path):
        sys.exit(f"{path} is not there: build the program too")
    return path


def lines_by_file(build):
    profiles = glob.glob(os.path.join(build, "profiles", "*.profraw"))
    if not profiles:
        sys.exit(f"{build}/profiles holds nothing: configure with the preset \"coverage\" and run its tests")
    merged = os.path.join(build, "profiles", "all.profdata")
    subprocess.run(["llvm-profdata", "merge", "-sparse", "-o", merged, *profiles], check=True)
    command = ["llvm-cov", "export", "-summary-only", f"-instr-profile={merged}", program(build)]
    told = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    out = {}
    for file in told["data"][0]["files"]:
        path = file["filename"]
        at = path.rfind("/src/")
        if at < 0 or path.startswith(os.path.abspath(build)):
            continue
        lines = file["summary"]["lines"]
        out[path[at + 5:]] = (lines["covered"], lines["count"])
    return out


def room_of(path):
    parts = path.split("/")
    return "/".join(parts[:2]) if parts[0] == "pipeline" else parts[0]


def percent(covered, count):
    return 100.0 * covered / count if count else 100.0


def main():
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("build")
    asked.add_argument("--whole", type=float, default=0)
    asked.add_argument("--room", type=float, default=0)
    args = asked.parse_args()
    files = lines_by_file(args.build)
    rooms = {}
    for path, (covered, count) in files.items():
        known = rooms.setdefault(room_of(path), [0, 0])
        known[0] += covered
        known[1] += count
    whole = [sum(room[i] for room in rooms.values()) for i in (0, 1)]
    for name, (covered, count) in sorted(rooms.items(), key=lambda r: percent(*r[1])):
        print(f"{name:24} {covered:7} of {count:7} lines  {percent(covered, count):5.1f} %")
    print(f"{'all':24} {whole[0]:7} of {whole[1]:7} lines  {percent(*whole):5.1f} %")
    print("\ncovered least:")
    for path in sorted(files, key=lambda p: percent(*files[p]))[:LEAST_FILES]:
        print(f"  {percent(*files[path]):5.1f} %  {path}")
    short = [name for name, room in rooms.items() if percent(*room) < args.room]
    if percent(*whole) < args.whole:
        short.append("all")
    for name in short:
        print(f"too little is tested: {name}", file=sys.stderr)
    return 1 if short else 0


if __name__ == "__main__":
    sys.exit(main())
