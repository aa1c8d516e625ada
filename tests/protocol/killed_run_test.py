#!/usr/bin/env python3
"""run_research of the real binary, killed with SIGKILL again and again and started anew: the run goes on from what was kept and
ends byte for byte like one that nobody disturbed.

  killed_run_test.py BINARY
"""
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile

BINARY = os.path.abspath(sys.argv[1])
WORK = tempfile.mkdtemp(prefix="evidence-killed-")
ASKED = {"question": "Does metformin slow cognitive decline in Alzheimer disease?", "max_rounds": 3, "as_of": "2026-11-20"}


def start(home):
    environment = {"PATH": os.environ["PATH"], "HOME": WORK, "EVIDENCE_MCP_HOME": os.path.join(WORK, home)}
    return subprocess.Popen([BINARY, "call", "run_research", json.dumps(ASKED), "--sample"], env=environment, stdout=subprocess.PIPE,
                            stderr=subprocess.DEVNULL)


def without_times(value):
    if isinstance(value, dict):
        return {k: without_times(v) for k, v in value.items() if not k.endswith("_ms") and k not in ("counted_at", "retrieved_at", "cache")}
    return [without_times(v) for v in value] if isinstance(value, list) else value


def main():
    whole = without_times(json.loads(start("whole").communicate(timeout=600)[0]))
    killed = 0
    # From less than a start takes, a quarter longer each time: whatever the machine's speed, it is killed in every part.
    patience = 0.005
    for _ in range(60):
        patience *= 1.25
        process = start("killed")
        try:
            out = process.communicate(timeout=patience)[0]
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            out = process.communicate()[0]
        if process.returncode == 0:
            break
        killed += 1
    else:
        process = start("killed")
        out = process.communicate(timeout=600)[0]
    last = without_times(json.loads(out))
    print(f"killed {killed} times; status {last.get('status')}, {len(last.get('rounds', []))} rounds")
    differing = sorted(k for k in whole.keys() | last.keys() if whole.get(k) != last.get(k))
    if whole.get("status") != "finished" or killed < 2 or differing:
        print(f"FAIL killed {killed} times, differing: {differing}")
        return 1
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    finally:
        shutil.rmtree(WORK, ignore_errors=True)
