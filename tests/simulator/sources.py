"""All sources at once against the simulator: the same work comes back once, preprints are linked, and a source that
fails in any way leaves the others' records in place and in time."""
import collections
import concurrent.futures
import json
import os
import subprocess
import sys
import tempfile
import time

WORDS = ("patients", "treatment", "protein", "children", "cancer", "blood", "risk", "surgery", "infection", "pregnancy",
         "diabetes", "heart", "brain", "liver", "kidney", "vaccine", "asthma", "pain", "stress", "exercise")
SOURCES = {"pubmed": "eutils", "europepmc": "europepmc", "openalex": "openalex", "clinicaltrials": "ctgov"}
# fault of the simulator, its parameters, the statuses a source may end with
FAULTS = (
    ("http_429", {"retry_after": 1, "n": 1}, {"ok"}),
    ("http_429", {"retry_after": 300, "always": True}, {"rate_limited", "error"}),
    ("html_500", {"always": True}, {"error", "timeout"}),
    ("html_502", {"n": 1}, {"ok"}),
    ("insufficient_budget", {"always": True}, {"rate_limited", "error"}),
    ("json_500", {"always": True}, {"error", "timeout"}),
    ("truncated_json", {"always": True}, {"error", "timeout", "partial"}),
    ("truncated_body", {"always": True}, {"error", "timeout"}),
    ("wrong_content_type", {"always": True}, {"ok", "error", "timeout"}),
    ("hang", {"always": True, "seconds": 60}, {"timeout", "error"}),
    ("slow_drip", {"always": True, "bytes": 16, "gap": 0.5}, {"timeout", "error", "ok"}),
    ("connection_reset", {"always": True}, {"error", "timeout"}),
    ("invalid_utf8", {"always": True}, {"ok", "error", "timeout", "partial"}),
    ("blocked_302", {"always": True}, {"blocked", "error", "timeout"}),
    ("empty_body", {"always": True}, {"error", "timeout"}),
    ("custom", {"always": True, "status": 200, "body": '{"error":"something went wrong"}', "content_type": "application/json"},
     {"error", "timeout"}),
    # 15 MB of what is no answer.
    ("custom", {"always": True, "status": 200, "body": '{"x":"' + "y" * 15_000_000 + '"}', "content_type": "application/json"},
     {"error", "timeout"}),
    # Without Retry-After a polite pause can be longer than the call. Last: the pause outlives it.
    ("custom", {"n": 1, "status": 429, "body": "", "content_type": "text/plain"}, {"ok", "rate_limited"}),
)


def fault_names():
    """A name per fault for the printed tables; those of our own making are told apart by what they send."""
    def own(parameters):
        return f"{parameters['status']}, {len(parameters['body'])} bytes"

    return [(own(parameters) if fault == "custom" else fault) + (" once" if "n" in parameters else "") for fault, parameters, _ in FAULTS]


# These hold every process of the user back for a while, so each is tried on a simulator of its own.
LASTING = {"http_429", "insufficient_budget", "blocked_302"}
TIMEOUT_S = 6


def environment(simulator, home):
    env = {k: v for k, v in os.environ.items() if not k.startswith(("EVIDENCE_MCP_", "NCBI_", "OPENALEX_"))}
    env.update(EVIDENCE_MCP_HOME=home, EVIDENCE_MCP_PUBMED_URL=simulator.base("eutils"),
               EVIDENCE_MCP_EUROPEPMC_URL=simulator.base("europepmc"), EVIDENCE_MCP_OPENALEX_URL=simulator.base("openalex"),
               EVIDENCE_MCP_CLINICALTRIALS_URL=simulator.base("ctgov"), EVIDENCE_MCP_ICITE_URL=simulator.base("icite"),
               EVIDENCE_MCP_IDCONV_URL=simulator.base("idconv"),
               EVIDENCE_MCP_PUBTATOR_URL=simulator.base("pubtator"), EVIDENCE_MCP_CROSSREF_URL="off",
               EVIDENCE_MCP_UNPAYWALL_URL="off", OPENALEX_API_KEY=simulator.ready["keys"]["openalex"][0], NCBI_API_KEY=simulator.ready["keys"]["ncbi"][0])
    return env


def search(binary, simulator, home, arguments):
    done = subprocess.run([binary, "call", "search_evidence", json.dumps(arguments)], env=environment(simulator, home),
                          capture_output=True, text=True, timeout=120)
    return json.loads(done.stdout) if done.stdout.strip() else {"error": done.stderr[-300:]}


def key_of(simulator):
    """Which work an identifier names; a preprint is a work of its own, tied to its article."""
    works, partner = {}, {}
    for entry in simulator.get("truth")["works"]:
        name = "PMID " + entry["pmid"]
        works["pmid", entry["pmid"]] = name
        if entry["openalex"]:
            works["openalex", entry["openalex"]["id"]] = name
        if entry["preprint"]:
            own = "PPR " + entry["preprint"]["europepmc_id"]
            works["europepmc", "PPR:" + entry["preprint"]["europepmc_id"]] = own
            if entry["preprint"].get("openalex"):
                works["openalex", entry["preprint"]["openalex"]] = own
            partner[own] = name
    return works, partner


def works_of(evidence, works):
    names = set()
    for kind, ids in evidence["metadata"]["ids"].items():
        for one in ids if isinstance(ids, list) else [ids]:
            if (kind, one) in works:
                names.add(works[kind, one])
    return names


def check_works(check, binary, simulator, work):
    simulator.reset()
    works, partner = key_of(simulator)
    rows = twice = wrong = pairs = linked = wrong_links = 0
    for word in WORDS:
        answer = search(binary, simulator, os.path.join(work, "works"),
                        {"query": word + "[tiab]", "max_results_per_source": 100, "max_response_tokens": 1_000_000,
                         "sources": ["pubmed", "europepmc", "openalex"], "detail": "standard", "timeout_s": 50})
        if "evidence" not in answer:
            check(f"{word}: answered", False, answer)
            continue
        seen = collections.Counter()
        places = {}
        for evidence in answer["evidence"]:
            names = works_of(evidence, works)
            wrong += len(names) > 1
            for name in names:
                seen[name] += 1
                places[name] = evidence
        rows += len(answer["evidence"])
        twice += sum(n - 1 for n in seen.values())
        for preprint, article in partner.items():
            if preprint in places and article in places:
                pairs += 1
                ties = {tie["type"] for tie in places[preprint]["metadata"].get("related", [])}
                linked += "preprint_of" in ties
        for evidence in answer["evidence"]:
            for name in works_of(evidence, works):
                if not name.startswith("PPR ") and any(t["type"] == "preprint_of" for t in evidence["metadata"].get("related", [])):
                    wrong_links += 1
    print(f"       {rows} records over {len(WORDS)} queries, {twice} left twice, {wrong} wrong merges, "
          f"{linked} of {pairs} preprint pairs linked, {wrong_links} articles taken for preprints")
    check("at most 1 % duplicates left", rows > 0 and twice <= 0.01 * rows, twice)
    check("no wrong merge", wrong == 0, wrong)
    check("95 % of the preprint pairs linked", pairs == 0 or linked >= 0.95 * pairs, f"{linked} of {pairs}")
    check("no wrong link", wrong_links == 0, wrong_links)


def check_fault(check, binary, place, work, source, fault, parameters, allowed, query, expected):
    """One cell of the matrix: answered in time, the others complete, the status a fitting one and never silent."""
    place.reset()
    place.control({"faults": [{"api": SOURCES[source], "fault": fault, **parameters}]})
    begin = time.monotonic()
    answer = search(binary, place, tempfile.mkdtemp(prefix=f"{fault}-{source}-", dir=work), query)
    seconds = time.monotonic() - begin
    if "source_status" not in answer:
        check(f"{fault} at {source}: an answer", False, answer)
        return "none"
    states = {s["source"]: s for s in answer["source_status"]}
    others = all(states[o]["returned"] == expected[o] for o in SOURCES if o != source)
    status = states[source]["status"]
    check(f"{fault} at {source}: in time", seconds <= TIMEOUT_S + 1, f"{seconds:.1f} s")
    check(f"{fault} at {source}: the others are complete", others, {o: states[o]["returned"] for o in states})
    check(f"{fault} at {source}: {status}", status in allowed, states[source].get("error"))
    check(f"{fault} at {source}: named in errors", status == "ok" or bool(answer["errors"]))
    return f"{status} {seconds:.1f}s"


def check_faults_of(check, binary, start, work, source):
    """A column of the matrix, on a simulator of its own: most of it is waiting, so the columns run side by side."""
    query = {"query": "asthma[tiab] OR diabetes[tiab]", "sources": list(SOURCES), "max_results_per_source": 5,
             "detail": "row", "timeout_s": TIMEOUT_S}
    simulator = start()
    sound = search(binary, simulator, os.path.join(work, f"sound{source}"), query)
    expected = {s["source"]: s["returned"] for s in sound["source_status"]}
    check(f"{source}: all answer without a fault", all(expected.get(o) for o in SOURCES), expected)
    column = []
    for fault, parameters, allowed in FAULTS:
        lasting = fault in LASTING and "n" not in parameters
        place = start() if lasting else simulator
        column.append(check_fault(check, binary, place, work, source, fault, parameters, allowed, query, expected))
        if lasting:
            place.close()
    simulator.close()
    return column


def check_faults(check, binary, start, work):
    """Every source under every fault, printed as a table."""
    with concurrent.futures.ThreadPoolExecutor(len(SOURCES)) as pool:
        columns = list(pool.map(lambda source: check_faults_of(check, binary, start, work, source), SOURCES))
    names = fault_names()
    for line in [("fault", *SOURCES), *zip(names, *columns)]:
        print("       " + " | ".join(f"{cell:>24}" for cell in line))
    sys.stdout.flush()
