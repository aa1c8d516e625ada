#!/usr/bin/env python3
"""Every file of src/ is understood by the compiler on its own: no unity build, no precompiled header, and
shadowed names are faults. Headers without a source file of the same name are compiled as files.
Usage: check_alone.py <build folder configured with CMAKE_UNITY_BUILD=OFF and EV_PCH=OFF> [jobs]"""
import json
import os
import shlex
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

build, jobs = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else os.cpu_count()
root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
src = os.path.join(root, "src") + os.sep


def checks():
    """(file named in the report, arguments of a syntax check, directory)"""
    seen, any_command = set(), None
    for entry in json.load(open(os.path.join(build, "compile_commands.json"))):
        if not entry["file"].startswith(src):
            continue
        words = shlex.split(entry["command"])
        if os.path.basename(words[0]) == "ccache":
            words = words[1:]
        out = words.index("-o")  # nothing is written
        words = words[:out] + words[out + 2:]
        words = [word for word in words if word not in (entry["file"], "-c")] + ["-fsyntax-only", "-Wshadow"]
        seen.add(entry["file"])
        any_command = any_command or (words, entry["directory"])
        yield entry["file"], words + [entry["file"]], entry["directory"]
    for folder, _, names in os.walk(src):
        for name in sorted(names):
            path = os.path.join(folder, name)
            if name.endswith(".hpp") and path[:-4] + ".cpp" not in seen:
                words, directory = any_command
                # As an include, not as the main file: "#pragma once in main file" would be a warning.
                yield path, words + ["-include", path, "-xc++", os.devnull], directory


def run(check):
    path, words, directory = check
    done = subprocess.run(words, cwd=directory, capture_output=True, text=True)
    return (os.path.relpath(path, root), done.stderr) if done.returncode or done.stderr else None


with ThreadPoolExecutor(jobs) as pool:
    work = list(checks())
    faults = [fault for fault in pool.map(run, work) if fault]
for path, text in faults:
    print(f"{path} does not stand on its own:\n{text}")
print(f"{len(work)} files, {len(faults)} faults")
sys.exit(1 if faults or not work else 0)
