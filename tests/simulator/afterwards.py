"""The fault matrix. Each cell asks with the fault, then again when the service is well, in the same folder. The second answer is the
clean one: a bad reply leaves nothing behind. The first is held against it member by member (during.py). The whole form takes more pairs
of tool and service and every fault but those that only wait."""
import contextlib
import glob
import hashlib
import itertools
import json
import os
import queue
import subprocess

import during
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
IDS = ["PMID:{0}", "PMID:{1}", "PMID:{2}"]  # of the simulator's records
REFERENCES = {"references": ["PMID: {0}", "PMID: {1}"]}
HYPOTHESIS = {"claim": "lymphoma is treated by rituximab", "max_results_per_search": 5}
RESEARCH = {"question": "does rituximab help in lymphoma", "sources": ["pubmed", "europepmc"], "max_rounds": 1, "max_results_per_source": 5, "as_of": "2026-11-20"}
# Further pairs of tool and endpoint, for the whole form.
FURTHER = [
    ("get_articles", {"ids": IDS}, "eutils", "efetch"),
    ("get_articles", {"ids": IDS}, "europepmc", ""),
    ("get_articles", {"ids": IDS}, "openalex", ""),
    ("get_articles", {"ids": IDS}, "ctgov", ""),
    ("get_articles", {"ids": IDS}, "idconv", ""),
    ("get_articles", {"ids": IDS}, "icite", ""),
    ("get_articles", {"ids": IDS}, "pubtator", ""),
    ("verify_citations", REFERENCES, "eutils", "efetch"),
    ("verify_citations", REFERENCES, "eutils", "esearch"),
    ("verify_citations", REFERENCES, "europepmc", ""),
    ("pubmed_generate_query", {"research_goal": "rituximab in lymphoma", "as_of": "2026-11-20"}, "eutils", "esearch"),
    ("pubmed_generate_query", {"research_goal": "rituximab in lymphoma", "as_of": "2026-11-20"}, "eutils", "esummary"),
    ("search_evidence", {"query": "lymphoma[tiab]", "sources": ["pubmed", "europepmc"], "max_results_per_source": 10, "enrich": ["none"]}, "eutils", "efetch"),
    ("search_evidence", {"query": "lymphoma[tiab]", "sources": ["pubmed", "europepmc"], "max_results_per_source": 10, "enrich": ["none"]}, "europepmc", ""),
    ("test_hypothesis", HYPOTHESIS, "eutils", "esearch"),
    ("test_hypothesis", HYPOTHESIS, "eutils", "efetch"),
    ("run_research", RESEARCH, "eutils", "efetch"),
    ("run_research", RESEARCH, "europepmc", ""),
    ("pubmed_extract_features", {"pmids": ["{0}", "{1}"], "extraction_schema": {"sample_size": "number"}}, "eutils", "efetch"),
]
# The short form; `whole` takes every fault the simulator knows but those that only wait.
SHORT = ["truncated_json", "invalid_utf8", "control_characters", "missing_count", "version_only_200", "drop_records", "empty_body", "custom"]
AT_ONCE = 12
LONGEST, LATE = 300, "late"  # seconds, for one call
WAITING = {"anon_search_paused", "hang", "slow_first_byte", "slow_drip", "http_429"}
HANGS = "hang"  # asked of a server, whose calls have a limit
PARAMETERS = {
    # What the sign-in page of a network answers.
    "custom": {"body": '{"portal": "https://wifi.example.org", "ok": true}', "content_type": "application/json"},
    HANGS: {"seconds": 200}}


def needs(cell):
    """Whether nothing can be answered without the service."""
    tool, arguments, api, _ = cell
    alone = tool == "search_evidence" and len(arguments["sources"]) == 1 and api in ("europepmc", "openalex", "ctgov")
    return alone or tool == "pubmed_extract_features"


def filled(value, pmids):
    if isinstance(value, dict):
        return {k: filled(v, pmids) for k, v in value.items()}
    if isinstance(value, list):
        return [filled(v, pmids) for v in value]
    return value.format(*pmids) if isinstance(value, str) and "{" in value else value


def ask(binary, simulator, home, tool, arguments):
    try:
        done = subprocess.run([binary, "call", tool, json.dumps(arguments)], env=simulators.environment(simulator, home),
                              capture_output=True, text=True, timeout=LONGEST)
    except subprocess.TimeoutExpired:
        return LATE, {}
    return done.returncode, json.loads(done.stdout) if done.stdout.strip() else {}


def ask_server(binary, simulator, home, tool, arguments):
    """The same of a server with its limit of a minute for a call."""
    server = subprocess.Popen([binary, "serve"], env=simulators.environment(simulator, home), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True, bufsize=1)
    messages = [{"id": 1, "method": "initialize", "params": {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}},
                {"method": "notifications/initialized"}, {"id": 2, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}]
    for message in messages:
        server.stdin.write(json.dumps(dict(message, jsonrpc="2.0")) + "\n")
    reply = {}
    while reply.get("id") != 2 or "method" in reply:
        reply = json.loads(server.stdout.readline())
    server.stdin.close()
    server.wait(LONGEST)
    result = reply.get("result", {})
    return int(bool(result.get("isError"))), result.get("structuredContent") or {}


def let_pauses_pass(simulator):
    """A service may have asked for a pause of minutes. The limiter's files of it go by host, port and key."""
    user = os.getuid()
    folders = (f"/run/user/{user}/evidence-mcp/ratelimit", f"/tmp/evidence-mcp-{user}/ratelimit")
    for key in ["", *simulator.ready["keys"]["ncbi"], *simulator.ready["keys"]["openalex"]]:
        name = hashlib.sha256(f"127.0.0.1:{simulator.ready['port']}{key}".encode()).hexdigest()[:16]
        for folder in folders:
            for file in glob.glob(f"{folder}/*-{name}.state"):
                os.unlink(file)


def one_cell(idle, work, binary, pmids, cell, fault):
    """What is wrong during the fault, or differs afterwards. `idle`: simulators that nobody uses; to start one takes longer than a cell."""
    tool, arguments, api, path = cell
    arguments = filled(arguments, pmids)
    home = os.path.join(work, f"after-{tool}-{api}-{path}-{len(arguments.get('sources', []))}-{fault}")
    simulator = idle.get()
    try:
        simulator.control({"faults": [dict(api=api, path=path, fault=fault, always=True, **PARAMETERS.get(fault, {}))]})
        code_during, faulty = (ask_server if fault == HANGS else ask)(binary, simulator, home, tool, arguments)
        simulator.reset()
        let_pauses_pass(simulator)
        code, after = ask(binary, simulator, home, tool, arguments)
        clean_code, clean = ask(binary, simulator, home + "-clean", tool, arguments)
    finally:
        simulator.reset()
        let_pauses_pass(simulator)
        idle.put(simulator)
    place = f"{tool} {api}/{path} {fault}"
    if LATE in (code_during, code, clean_code):
        return f"{place}: no answer in {LONGEST} s (during, afterwards, clean: {code_during}, {code}, {clean_code})"
    if fault == HANGS and code_during != 0 and not needs(cell):
        return f"{place}: everything is lost: {json.dumps(faulty)[:200]}"
    wrong = during.wrong_during(code_during, faulty, clean, api)
    if wrong:
        return f"{place}: during it {wrong}"
    if code != clean_code:
        return f"{place}: exit {code} afterwards, clean {clean_code}"
    before, now = during.lasting(clean), during.lasting(after)
    names = sorted(k for k in set(before) | set(now) if before.get(k) != now.get(k))
    if not names:
        return None
    first = json.dumps([now.get(names[0]), before.get(names[0])])[:400]
    return f"{place}: differs afterwards in {', '.join(names)}: now, clean: {first}"


def check_afterwards(start, work, binary, check, whole):
    during.self_test()
    cells, faults = CELLS + FURTHER if whole else CELLS, SHORT
    with start() as simulator:
        if whole:
            faults = [f for f in simulator.get("control")["fault_names"] if f not in WAITING] + [HANGS]
        pmids = [a["pmid"] for a in ask(binary, simulator, os.path.join(work, "ids"), "pubmed_search",
                                        {"search_query": "lymphoma", "max_results": 3})[1]["articles"]]
    asked = list(itertools.product(cells, faults))
    with contextlib.ExitStack() as running:
        idle = queue.Queue()
        for _ in range(AT_ONCE):
            idle.put(running.enter_context(start()))
        wrong = wrong_cells(asked, idle, work, binary, pmids)
    check(f"faults: {len(asked)} cells name what they miss, and answer afterwards as if nothing had been", not wrong,
          f"{len(wrong)} do not: " + "; ".join(wrong[:40 if whole else 8]))
    print(f"attack: faults of services, during and after: {len(asked)} inputs, {len(wrong)} failures")


def wrong_cells(asked, idle, work, binary, pmids):
    def first(cell):
        said = one_cell(idle, os.path.join(work, "first"), binary, pmids, *cell)
        if said:  # told at once: a run that is ended early has shown what it found
            print(f"     to be asked again: {said}", flush=True)
        return said
    found = simulators.side_by_side([lambda c=c: first(c) for c in asked], AT_ONCE)
    # On a loaded machine a service may be given up. What is wrong, is so again, alone.
    wrong = []
    for cell, said in zip(asked, found):
        if said:
            again = one_cell(idle, os.path.join(work, "again"), binary, pmids, *cell)
            wrong += [again] if again else []
    return wrong
