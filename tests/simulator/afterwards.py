"""The fault matrix. Each cell asks with the fault, then again when the service is well, in the same folder. The second answer is the
clean one: a bad reply leaves nothing behind. The whole form takes more pairs of tool and service, and holds the first answer, too,
against the clean one: what it leaves out it names, what it says of a record is the same, and no id is said not to exist for a fault."""
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
IDS = ["PMID:{0}", "PMID:{1}", "PMID:{2}"]  # of the simulator's records
REFERENCES = {"references": ["PMID: {0}", "PMID: {1}"]}
HYPOTHESIS = {"claim": "lymphoma is treated by rituximab", "max_results_per_search": 5}
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
    ("pubmed_extract_features", {"pmids": ["{0}", "{1}"], "extraction_schema": {"sample_size": "number"}}, "eutils", "efetch"),
]
# The short form; `whole` takes every fault the simulator knows but those that only wait.
SHORT = ["truncated_json", "invalid_utf8", "control_characters", "missing_count", "version_only_200", "drop_records", "empty_body", "custom"]
WAITING = {"hang", "slow_first_byte", "slow_drip", "http_429"}
# Told anew by every call.
PASSING = {"elapsed_ms", "ms", "processing_time_ms", "counted_at", "result_set", "cached", "expires_at", "created_at", "retrieved_at", "search_time_ms", "fetched_at"}


def lasting(value):
    if isinstance(value, dict):
        return {k: lasting(v) for k, v in value.items() if k not in PASSING}
    return [lasting(v) for v in value] if isinstance(value, list) else value


def parameters_of(fault):
    # What the sign-in page of a network answers.
    return {"body": '{"portal": "https://wifi.example.org", "ok": true}', "content_type": "application/json"} if fault == "custom" else {}


def filled(value, pmids):
    if isinstance(value, dict):
        return {k: filled(v, pmids) for k, v in value.items()}
    if isinstance(value, list):
        return [filled(v, pmids) for v in value]
    return value.format(*pmids) if isinstance(value, str) and "{" in value else value


def rows_of(answer):
    """The records of an answer by their id."""
    rows = {}

    def visit(value):
        if isinstance(value, dict):
            name = value.get("pmid") or value.get("id") or value.get("item_id")
            if isinstance(name, str) and value.get("title"):
                rows.setdefault(name, value)
            for one in value.values():
                visit(one)
        elif isinstance(value, list):
            for one in value:
                visit(one)
    visit({k: v for k, v in answer.items() if k not in ("errors", "warnings")})
    return rows


def names_not_found(answer):
    return {one.get("id") for one in answer.get("not_found", []) if one.get("status") == "not_found"}


def wrong_during(code, answer, clean):
    """None, or what the answer with the fault says wrongly or leaves out without a word."""
    error = answer.get("error")
    if code != 0 or error:
        return None if error and error.get("code") not in (None, "internal") else f"exit {code} without a typed error"
    if lasting(answer) == lasting(clean):
        return None
    false = names_not_found(answer) - names_not_found(clean)
    if false:
        return f"says that {sorted(false)} do not exist"
    before, now = rows_of(clean), rows_of(answer)
    for name in set(before) & set(now):
        # Not the abstract: another service that stands in has other labels of sections.
        for member in ("title", "publication_date", "pmid", "doi"):
            was, is_ = before[name].get(member), now[name].get(member)
            if was and is_ and was != is_ and before[name].get("source") == now[name].get("source"):
                return f"{name}: another {member}"
    text = json.dumps(answer)
    silent = [m for m in ("errors", "warnings", "missing", "failed", "not_found") if answer.get(m) and answer.get(m) != clean.get(m)]
    told = silent or any(word in text for word in ("not_checked", "unverifiable", "could not", "degraded", "failed"))
    return None if told else "differs without a word in " + ", ".join(sorted(k for k in set(answer) | set(clean) if lasting(answer).get(k) != lasting(clean).get(k)))


def ask(binary, simulator, home, tool, arguments):
    done = subprocess.run([binary, "call", tool, json.dumps(arguments)], env=simulators.environment(simulator, home),
                          capture_output=True, text=True, timeout=120)
    return done.returncode, json.loads(done.stdout) if done.stdout.strip() else {}


def one_cell(start, work, binary, pmids, whole, cell, fault):
    """What is wrong during the fault (in the whole form) and what differs afterwards."""
    tool, arguments, api, path = cell
    arguments = filled(arguments, pmids)
    home = os.path.join(work, f"after-{tool}-{api}-{path}-{fault}")
    with start() as simulator:
        simulator.control({"faults": [dict(api=api, path=path, fault=fault, always=True, **parameters_of(fault))]})
        code_during, during = ask(binary, simulator, home, tool, arguments)
        simulator.reset()
        code, after = ask(binary, simulator, home, tool, arguments)
        clean_code, clean = ask(binary, simulator, home + "-clean", tool, arguments)
    place = f"{tool} {api}/{path} {fault}"
    wrong = wrong_during(code_during, during, clean) if whole else None
    if wrong:
        return f"{place}: during it {wrong}"
    if code != clean_code:
        return f"{place}: exit {code} afterwards, clean {clean_code}"
    before, now = lasting(clean), lasting(after)
    names = sorted(k for k in set(before) | set(now) if before.get(k) != now.get(k))
    return f"{place}: differs afterwards in {', '.join(names)}" if names else None


def check_afterwards(start, work, binary, check, whole):
    cells, faults = CELLS + FURTHER if whole else CELLS, SHORT
    with start() as simulator:
        if whole:
            faults = [f for f in simulator.get("control")["fault_names"] if f not in WAITING]
        pmids = [a["pmid"] for a in ask(binary, simulator, os.path.join(work, "ids"), "pubmed_search",
                                        {"search_query": "lymphoma", "max_results": 3})[1]["articles"]]
    asked = list(itertools.product(cells, faults))
    wrong = [w for w in simulators.side_by_side([lambda c=c: one_cell(start, work, binary, pmids, whole, *c) for c in asked], 6) if w]
    check(f"faults: {len(asked)} cells answer afterwards as if nothing had been" + (", and name what they miss" if whole else ""), not wrong,
          f"{len(wrong)} do not: " + "; ".join(wrong[:40 if whole else 8]))
