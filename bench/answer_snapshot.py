#!/usr/bin/env python3
"""Hashes what the program says, and prints what changed where: to be run before and after code moves.

  answer_snapshot.py record --binary B --out DIR [--quick] [--whole]
  answer_snapshot.py compare DIR_A DIR_B [--first N]
  answer_snapshot.py check --old B1 --new B2 [--quick] [--first N]   B1 may be a recorded DIR

record     the answers of one binary: one compressed file per group in DIR
compare    two such folders: counts per group and field, the first N differences of each group; exit code 1 if any
--quick    few records: less than a minute
--whole    texts are kept whole; by default a long text is its beginning and a hash

Without the corpus (EV_SHARED_DIR, default ../shared) only the part on the built-in sample is recorded, and said to be.
Nothing of DIR belongs into the repository: it holds text of articles.
"""
import argparse
import json
import os
import sys
import tempfile
import time

from snapshot import comparing, corpus_part, recording, sample_part

HERE = os.path.dirname(os.path.abspath(__file__))


def shared_folder():
    folder = os.environ.get("EV_SHARED_DIR") or os.path.join(HERE, "..", "..", "shared")
    return folder if os.path.isdir(os.path.join(folder, "corpus")) else None


def record(binary, folder, quick=False, whole=False):
    with open(os.path.join(HERE, "snapshot", "asked.json")) as file:
        asked = json.load(file)
    out = recording.Recording(folder, whole)
    shared = shared_folder()
    began = time.monotonic()
    records = 0
    with tempfile.TemporaryDirectory(prefix="answer-snapshot-") as home:
        sample_part.record(binary, home, asked, out, quick)
        if shared:
            records = corpus_part.record(binary, home, shared, asked, out, quick)
        else:
            print("SKIPPED: everything over the corpus (EV_SHARED_DIR); only the built-in sample is recorded")
    out.write({"quick": quick, "whole": whole, "records": records})
    print(f"{folder}: {sum(map(len, out.groups.values()))} items in {len(out.groups)} groups, {records} records, "
          f"{time.monotonic() - began:.0f} s")


def check(old, new, quick, whole, first):
    with tempfile.TemporaryDirectory(prefix="answer-snapshot-") as work:
        folders = []
        for name, given in (("old", old), ("new", new)):
            folder = given
            if not os.path.isdir(given):
                folder = os.path.join(work, name)
                record(given, folder, quick, whole)
            folders.append(folder)
        return comparing.compare(*folders, first)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    for name in ("record", "check", "compare"):
        command = commands.add_parser(name)
        if name == "record":
            command.add_argument("--binary", required=True)
            command.add_argument("--out", required=True)
        if name == "check":
            command.add_argument("--old", required=True)
            command.add_argument("--new", required=True)
        if name == "compare":
            command.add_argument("folders", nargs=2)
        else:
            command.add_argument("--quick", action="store_true")
            command.add_argument("--whole", action="store_true")
        if name != "record":
            command.add_argument("--first", type=int, default=5)
    given = parser.parse_args()
    if given.command == "record":
        record(given.binary, given.out, given.quick, given.whole)
        return 0
    if given.command == "check":
        return 1 if check(given.old, given.new, given.quick, given.whole, given.first) else 0
    return 1 if comparing.compare(*given.folders, given.first) else 0


if __name__ == "__main__":
    sys.exit(main())
