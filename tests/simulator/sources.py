"""All sources at once against the simulator: the same work comes back once, preprints are linked, and a source that
fails in any way leaves the others' records in place and in time."""
import collections
import json
import os
import subprocess
import sys
import tempfile
import time

import simulators
from simulators import environment

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
    ("hang", {"always": True, "seconds": 120}, {"timeout", "error"}),
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
    # Without Retry-After a polite pause can be longer than the call.
    ("custom", {"n": 1, "status": 429, "body": "", "content_type": "text/plain"}, {"ok", "rate_limited"}),
)


def fault_name(fault, parameters):
    """For the printed tables; faults of our own making are told apart by what they send."""
    own = f"{parameters.get('status')}, {len(parameters.get('body', ''))} bytes"
    return (own if fault == "custom" else fault) + (" once" if "n" in parameters else "")


def print_table(heads, lines):
    for line in [heads, *lines]:
        print("       " + " | ".join(f"{cell:>24}" for cell in line))
    sys.stdout.flush()


# These last until the call's time is up; the others end before.
WAITING = {"hang", "slow_drip"}
TIMEOUT_S = 20
# What a loaded machine may add; a fault that lasts is longer still.
SLACK_S = 30


def search(binary, simulator, home, arguments):
    done = subprocess.run([binary, "call", "search_evidence", json.dumps(arguments)], env=environment(simulator, home),
                          capture_output=True, text=True, timeout=600)
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


def works_found(binary, start, work, word, works, partner):
    """How the records of one search go with the works they are of."""
    with start() as simulator:
        answer = search(binary, simulator, os.path.join(work, "works" + word),
                        {"query": word + "[tiab]", "max_results_per_source": 100, "max_response_tokens": 1_000_000,
                         "sources": ["pubmed", "europepmc", "openalex"], "detail": "standard", "timeout_s": 50})
    if "evidence" not in answer:
        return {"failure": f"{word}: {answer}"}
    found = collections.Counter(rows=len(answer["evidence"]))
    seen = collections.Counter()
    places = {}
    for evidence in answer["evidence"]:
        names = works_of(evidence, works)
        ties = {tie["type"] for tie in evidence["metadata"].get("related", [])}
        found["wrong"] += len(names) > 1
        found["wrong_links"] += sum("preprint_of" in ties for name in names if not name.startswith("PPR "))
        for name in names:
            seen[name] += 1
            places[name] = ties
    found["twice"] = sum(n - 1 for n in seen.values())
    pairs = [places[preprint] for preprint, article in partner.items() if preprint in places and article in places]
    found["pairs"] = len(pairs)
    found["linked"] = sum("preprint_of" in ties for ties in pairs)
    return found


def check_works(check, binary, start, work):
    with start() as simulator:
        works, partner = key_of(simulator)
    answers = simulators.side_by_side([lambda word=word: works_found(binary, start, work, word, works, partner) for word in WORDS], 4)
    check("every search is answered", not any("failure" in a for a in answers), [a["failure"] for a in answers if "failure" in a])
    total = sum((a for a in answers if "failure" not in a), collections.Counter())
    print(f"       {total['rows']} records over {len(WORDS)} queries, {total['twice']} left twice, {total['wrong']} wrong merges, "
          f"{total['linked']} of {total['pairs']} preprint pairs linked, {total['wrong_links']} articles taken for preprints")
    check("at most 1 % duplicates left", 0 < total["rows"] and total["twice"] <= 0.01 * total["rows"], total["twice"])
    check("no wrong merge", total["wrong"] == 0, total["wrong"])
    check("95 % of the preprint pairs linked", 0 < total["pairs"] and total["linked"] >= 0.95 * total["pairs"],
          f"{total['linked']} of {total['pairs']}")
    check("no wrong link", total["wrong_links"] == 0, total["wrong_links"])


def check_fault(check, binary, start, work, source, row, query, expected):
    """One cell of the matrix: answered in time, the others complete, the status a fitting one and never silent."""
    fault, parameters, allowed = row
    with start() as simulator:
        simulator.control({"faults": [{"api": SOURCES[source], "fault": fault, **parameters}]})
        begin = time.monotonic()
        answer = search(binary, simulator, tempfile.mkdtemp(prefix=f"{fault}-{source}-", dir=work), query)
        seconds = time.monotonic() - begin
    if "source_status" not in answer:
        check(f"{fault} at {source}: an answer", False, answer)
        return "none"
    states = {s["source"]: s for s in answer["source_status"]}
    others = all(states[o]["returned"] == expected[o] for o in SOURCES if o != source)
    status = states[source]["status"]
    check(f"{fault} at {source}: in time", seconds <= TIMEOUT_S + SLACK_S, f"{seconds:.1f} s")
    check(f"{fault} at {source}: the others are complete", others, {o: states[o]["returned"] for o in states})
    check(f"{fault} at {source}: {status}", status in allowed, states[source].get("error"))
    check(f"{fault} at {source}: named in errors", status == "ok" or bool(answer["errors"]))
    return f"{status} {seconds:.1f}s"


def check_faults(check, binary, start, work, waiting):
    """Every source under every fault that lasts until the end of the call's time, or under every other one, as a table.

    Each cell has a simulator of its own, for some faults hold the next call back too; so all run side by side."""
    query = {"query": "asthma[tiab] OR diabetes[tiab]", "sources": list(SOURCES), "max_results_per_source": 5,
             "detail": "row", "timeout_s": TIMEOUT_S}
    with start() as simulator:
        sound = search(binary, simulator, os.path.join(work, "sound"), query)
    expected = {s["source"]: s["returned"] for s in sound["source_status"]}
    check("all answer without a fault", all(expected.get(o) for o in SOURCES), expected)
    rows = [row for row in FAULTS if (row[0] in WAITING) == waiting]
    cells = simulators.side_by_side([
        lambda row=row, source=source: check_fault(check, binary, start, work, source, row, query, expected)
        for row in rows for source in SOURCES])
    width = len(SOURCES)
    print_table(["fault", *SOURCES], [[fault_name(*row[:2]), *cells[n * width:(n + 1) * width]] for n, row in enumerate(rows)])
