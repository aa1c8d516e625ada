"""The fault matrix: a bad reply of a service must leave nothing behind. Each cell asks with the fault, then again when the
service is well, in the same folder; the second answer is compared with the clean one member by member."""
import itertools
import json
import os
import subprocess

import simulators

# Tool, arguments, service and a part of its path.
CELLS = [
    ("pubmed_search", {"search_query": "lymphoma", "max_results": 10}, "eutils", "esearch"),
    ("pubmed_search", {"search_query": "lymphoma", "max_results": 10}, "eutils", "efetch"),
    ("search_evidence", {"query": "lymphoma[tiab]", "sources": ["europepmc"], "max_results_per_source": 10, "enrich": ["none"]}, "europepmc", ""),
    ("search_evidence", {"query": "lymphoma[tiab]", "sources": ["openalex"], "max_results_per_source": 10, "enrich": ["none"]}, "openalex", ""),
    ("search_evidence", {"query": "lymphoma[tiab]", "sources": ["clinicaltrials"], "max_results_per_source": 10, "enrich": ["none"]}, "ctgov", ""),
    ("search_evidence", {"query": "lymphoma[tiab]", "sources": ["pubmed"], "max_results_per_source": 10, "enrich": ["icite"]}, "icite", ""),
    ("search_evidence", {"query": "lymphoma[tiab]", "sources": ["pubmed"], "max_results_per_source": 10, "enrich": ["pubtator"]}, "pubtator", ""),
    ("search_evidence", {"query": "lymphoma[tiab]", "sources": ["pubmed"], "max_results_per_source": 10, "enrich": ["idconv"]}, "idconv", ""),
]
# The short form; `whole` takes every fault the simulator knows but those that only wait.
SHORT = ["truncated_json", "invalid_utf8", "control_characters", "missing_count", "version_only_200", "drop_records", "empty_body", "custom"]
WAITING = {"hang", "slow_first_byte", "slow_drip", "http_429"}
# Told anew by every call.
PASSING = {"elapsed_ms", "ms", "counted_at", "result_set", "cached", "expires_at", "created_at", "retrieved_at", "search_time_ms", "fetched_at"}


def lasting(value):
    if isinstance(value, dict):
        return {k: lasting(v) for k, v in value.items() if k not in PASSING}
    return [lasting(v) for v in value] if isinstance(value, list) else value


def parameters_of(fault):
    # What the sign-in page of a network answers.
    return {"body": '{"portal": "https://wifi.example.org", "ok": true}', "content_type": "application/json"} if fault == "custom" else {}


def ask(binary, simulator, home, tool, arguments):
    done = subprocess.run([binary, "call", tool, json.dumps(arguments)], env=simulators.environment(simulator, home),
                          capture_output=True, text=True, timeout=120)
    return done.returncode, json.loads(done.stdout) if done.stdout.strip() else {}


def one_cell(start, work, binary, cell, fault):
    """None, or what differs afterwards."""
    tool, arguments, api, path = cell
    home = os.path.join(work, f"after-{tool}-{api}-{path}-{fault}")
    with start() as simulator:
        simulator.control({"faults": [dict(api=api, path=path, fault=fault, always=True, **parameters_of(fault))]})
        ask(binary, simulator, home, tool, arguments)
        simulator.reset()
        code, after = ask(binary, simulator, home, tool, arguments)
        clean_code, clean = ask(binary, simulator, home + "-clean", tool, arguments)
    if code != clean_code:
        return f"{api}/{path} {fault}: exit {code}, clean {clean_code}"
    before, now = lasting(clean), lasting(after)
    names = sorted(k for k in set(before) | set(now) if before.get(k) != now.get(k))
    return f"{api}/{path} {fault}: differs in {', '.join(names)}" if names else None


def check_afterwards(start, work, binary, check, whole):
    faults = SHORT
    if whole:
        with start() as simulator:
            faults = [f for f in simulator.get("control")["fault_names"] if f not in WAITING]
    cells = list(itertools.product(CELLS, faults))
    wrong = [w for w in simulators.side_by_side([lambda c=c: one_cell(start, work, binary, *c) for c in cells], 6) if w]
    check(f"afterwards: {len(cells)} cells answer as if nothing had been", not wrong, f"{len(wrong)} do not: " + "; ".join(wrong[:8]))
