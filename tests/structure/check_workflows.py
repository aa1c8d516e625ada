#!/usr/bin/env python3
"""What the workflows of releases and checks may do: actions are named by commit, what runs code of the repository or of packages cannot
write, a token is given to the one step that uploads, packages of the npm registry come from a lockfile without running their scripts.

  check_workflows.py         Environment: EV_SOURCE_DIR
"""
import glob
import json
import os
import re
import sys

ROOT = os.environ.get("EV_SOURCE_DIR") or os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# The jobs that can write run actions and these commands only.
HARMLESS = re.compile(r"^(gh release create |cd out && sha256sum --check )")


def blocks(lines, indent):
    """(key, lines below it) of one level of a workflow; the files are written with two blanks a level."""
    found = []
    for line in lines:
        if re.match(r" {%d}[\w-]+:" % indent, line):
            found.append((line.strip().split(":")[0], [line]))
        elif found:
            found[-1][1].append(line)
    return found


def steps_of(job):
    steps = []
    for line in job:
        if re.match(r" {6}- ", line):
            steps.append([])
        if steps:
            steps[-1].append(line)
    return steps


def can_write(lines):
    return any(re.match(r"\s*(permissions:\s*write-all|[\w-]+: write)\s*$", line) for line in lines)


def problems_of(name, text):
    lines = [line for line in text.splitlines() if line.strip() and not line.strip().startswith("#")]
    out = []
    for line in lines:
        used = re.match(r"\s*-? *uses: *(\S+)", line)
        if used and not re.fullmatch(r"[\w./-]+@[0-9a-f]{40}", used[1]):
            out.append(f"{name}: {used[1]} is not named by its commit")
    top = dict(blocks(lines, 0))
    if "permissions" not in top or can_write(top["permissions"]):
        out.append(f"{name}: the permissions of all jobs are not set to reading")
    for job, body in blocks(top.get("jobs", [])[1:], 2):
        out += problems_of_job(f"{name}: {job}", body)
    return out


def problems_of_job(name, body):
    out = []
    steps = steps_of(body)
    head = body[:len(body) - sum(map(len, steps))]
    if any("token" in line.lower() and "id-token" not in line for line in head):
        out.append(f"{name}: a token is given to every step")
    for step in steps:
        text = "\n".join(step)
        command = re.search(r"run: (.*)", text)
        if can_write(head) and ("actions/checkout" in text or command and not HARMLESS.match(command[1])):
            out.append(f"{name}: can write and runs {step[0].strip()}")
        if re.search(r"github\.token|secrets\.", text) and not (command and command[1].startswith("gh release create ")):
            out.append(f"{name}: a token is given to {step[0].strip()}")
        if "actions/checkout" in text and "persist-credentials: false" not in text:
            out.append(f"{name}: the checkout keeps the token")
    return out


def problems_of_packages():
    out = []
    with open(os.path.join(ROOT, "packaging/check.sh")) as f:
        script = f.read()
    if re.search(r"npm (i|install)\b", script) or not re.search(r"npm ci .*--ignore-scripts", script):
        out.append("packaging/check.sh: packages do not come by npm ci --ignore-scripts")
    with open(os.path.join(ROOT, "packaging/tools/package-lock.json")) as f:
        locked = json.load(f)["packages"]
    out += [f"package-lock.json: {path} has no integrity" for path, entry in locked.items() if path and not entry.get("integrity")]
    return out


def self_test():
    """What must be found is found."""
    bad = ("permissions:\n  contents: write\njobs:\n  one:\n    permissions:\n      contents: write\n    env:\n      GH_TOKEN: x\n    steps:\n"
           "      - uses: actions/checkout@v4\n      - run: make\n        env:\n          A: ${{ github.token }}\n")
    found = problems_of("bad", bad)
    assert len(found) == 7, found


def main():
    self_test()
    problems = problems_of_packages()
    files = sorted(glob.glob(os.path.join(ROOT, ".github/workflows/*.yml")))
    for path in files:
        with open(path) as f:
            problems += problems_of(os.path.basename(path), f.read())
    print("\n".join(problems) or f"{len(files)} workflows: all well")
    return 1 if problems or not files else 0


if __name__ == "__main__":
    sys.exit(main())
