#!/usr/bin/env python3
"""Every header of src/ is understood by the compiler on its own: the builds are unity builds with a precompiled header and
would not show a missing include.
Usage: check_alone.py <folder configured with EV_PCH=OFF> [jobs]"""
import json
import os
import shlex
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

build, jobs = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else os.cpu_count()
root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
src = os.path.join(root, "src") + os.sep


def options():
    """(compiler and options of one file of src/, folder to run in)"""
    for entry in json.load(open(os.path.join(build, "compile_commands.json"))):
        if entry["file"].startswith(src):
            words = shlex.split(entry["command"])
            words = words[1:] if os.path.basename(words[0]) == "ccache" else words
            out = words.index("-o")  # nothing is written
            words = words[:out] + words[out + 2:]
            kept = [word for word in words if word not in (entry["file"], "-c", "-g")]
            return kept + ["-fsyntax-only", "-Wshadow"], entry["directory"]
    raise SystemExit(f"{build} names no file of src/")


def fault(path):
    # As an include, not as the main file: "#pragma once in main file" would be a warning.
    done = subprocess.run(words + ["-include", path, "-xc++", os.devnull], cwd=directory, capture_output=True, text=True)
    return (os.path.relpath(path, root), done.stderr) if done.returncode or done.stderr else None


words, directory = options()
headers = sorted(os.path.join(folder, name) for folder, _, names in os.walk(src) for name in names if name.endswith(".hpp"))
with ThreadPoolExecutor(jobs) as pool:
    faults = [found for found in pool.map(fault, headers) if found]
for path, text in faults:
    print(f"{path} does not stand on its own:\n{text}")
print(f"{len(headers)} headers, {len(faults)} faults")
sys.exit(1 if faults or not headers else 0)
