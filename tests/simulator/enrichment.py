"""What comes after the sources, against the simulator: services that enrich the records under every fault, PubMed's
answer from Europe PMC, the searches of the seeds, and how many requests and how much time a whole search costs."""
import json
import os
import subprocess
import tempfile
import time

import simulators
import sources
from simulators import environment

# The enrichers that the simulator serves, by its names; records with none of the ids each wants are not asked about.
ENRICHERS = {"icite": "icite", "idconv": "idconv", "pubtator": "pubtator"}
BUDGET_S = 4
TRIES = 5
NAMED = {"ok", "partial", "timeout", "rate_limited", "blocked", "error"}


def call(binary, tool, arguments, env):
    begin = time.monotonic()
    done = subprocess.run([binary, "call", tool, json.dumps(arguments)], env=env, capture_output=True, text=True, timeout=600)
    seconds = time.monotonic() - begin
    return (json.loads(done.stdout) if done.stdout.strip() else {"error": done.stderr[-300:]}), seconds


def check_fault(check, binary, start, work, service, row, query, sound):
    """One cell: all records, in time, the failure named."""
    expected, sound_seconds = sound
    fault, parameters, _ = row
    with start() as simulator:
        simulator.control({"faults": [{"api": ENRICHERS[service], "fault": fault, **parameters}]})
        answer, seconds = call(binary, "search_evidence", query, environment(simulator, tempfile.mkdtemp(prefix=f"{fault}-{service}-", dir=work)))
    report = next((r for r in answer.get("enrichment", []) if r["service"] == service), None)
    if report is None:
        check(f"{fault} at {service}: an answer", False, answer)
        return "none"
    status = report["status"]
    named = status == "ok" or "error" in report and any(w.startswith(service) for w in answer.get("warnings", []))
    good = (answer["total_found"] == expected and seconds <= sound_seconds + BUDGET_S + sources.SLACK_S and status in NAMED and named
            and not answer["errors"])
    check(f"{fault} at {service}: {status} in {seconds:.1f} s, all records, named", good,
          "" if good else {k: answer.get(k) for k in ("total_found", "enrichment", "warnings", "errors")})
    return f"{status} {seconds:.1f}s"


def check_faults(check, binary, start, work):
    """Every enricher under every fault: the records of all sources are there, the answer is in time, the failure is named."""
    query = {"query": "asthma[tiab] OR diabetes[tiab]", "max_results_per_source": 10, "detail": "row", "timeout_s": 50,
             "sources": ["pubmed", "europepmc", "openalex"], "enrich": list(ENRICHERS)}
    for _ in range(TRIES):  # an enricher has four seconds, which a loaded machine may use up
        with start() as simulator:
            answer, seconds = call(binary, "search_evidence", query, environment(simulator, tempfile.mkdtemp(prefix="enrich-sound-", dir=work)))
        if all(report["status"] == "ok" for report in answer.get("enrichment", [])):
            break
    for report in answer.get("enrichment", []):
        check(f"{report['service']}: sound", report["status"] == "ok" and report["asked"] > 0, report)
    if len(answer.get("enrichment", [])) != len(ENRICHERS):
        check("enrichment: answered", False, answer)
        return
    cells = simulators.side_by_side([
        lambda row=row, service=service: check_fault(check, binary, start, work, service, row, query, (answer["total_found"], seconds))
        for row in sources.FAULTS for service in ENRICHERS])
    width = len(ENRICHERS)
    sources.print_table(["fault", *ENRICHERS], [[sources.fault_name(*row[:2]), *cells[n * width:(n + 1) * width]]
                                                for n, row in enumerate(sources.FAULTS)])


def check_fallback(check, binary, start, work):
    """NCBI down or blocked, at once or after the ids are found. Side by side, each with a simulator of its own: they wait."""
    cases = [(search_fails, fault) for fault in ("blocked_302", "html_500", "maintenance_html_200", "hang")]
    cases += [(fetch_fails, fault) for fault in ("html_500", "hang")]
    cases += [(counts_fail, part) for part in ("esearch", "esummary")]
    simulators.side_by_side([lambda case=case, fault=fault: case(check, binary, start, work, fault) for case, fault in cases])


def check_citations(check, binary, start, work):
    """iCite hangs: what citations would only add to is answered without them, in time, and says so."""
    home = os.path.join(work, "citations")
    criteria = {"weights": {"recency": 1}, "scoring_functions": {"recency": "recency"}}
    with start() as simulator:
        env = environment(simulator, home)
        found, _ = call(binary, "pubmed_search", {"search_query": "asthma[ti]", "max_results": 5}, env)
        scored, _ = call(binary, "pubmed_score_articles", {"result_set": found["result_set"], "scoring_criteria": criteria}, env)
        simulator.control({"faults": [{"api": "icite", "fault": "hang", "always": True}]})
        answer, seconds = call(binary, "pubmed_filter_rank", {"result_set": scored["result_set"], "ranking_criteria": {"boost_high_impact": True}}, env)
    warned = any("iCite" in w for w in answer.get("warnings", []))
    good = len(answer.get("ranked_articles", [])) == 5 and warned and seconds < BUDGET_S + sources.SLACK_S
    check(f"pubmed_filter_rank, hang at iCite: all ranked in {seconds:.1f} s, named", good, "" if good else answer)


def search_fails(check, binary, start, work, fault):
    """Europe PMC's answer, which says so."""
    query = {"search_query": "asthma[ti]", "max_results": 5}
    with start() as simulator:
        simulator.control({"faults": [{"api": "eutils", "fault": fault, "always": True}]})
        answer, seconds = call(binary, "pubmed_search", query, environment(simulator, os.path.join(work, "fallback" + fault)))
    good = len(answer.get("articles", [])) == 5 and answer["search_metadata"].get("source") == "europepmc"
    check(f"pubmed_search, {fault} at NCBI: Europe PMC's records", good, f"{seconds:.1f} s" if good else answer)
    if good:
        check(f"pubmed_search, {fault}: said", "PubMed could not be asked" in answer["warnings"][0], answer["warnings"][0][:160])
        check(f"pubmed_search, {fault}: in every record", all(a.get("source") == "europepmc" for a in answer["articles"]))
        check(f"pubmed_search, {fault}: in errors", answer["errors"][0]["source"] == "pubmed", answer["errors"])


def fetch_fails(check, binary, start, work, fault):
    """The ids are found, their records do not come: they are Europe PMC's, in PubMed's order."""
    query = {"search_query": "asthma[ti]", "max_results": 5}
    with start() as simulator:
        sound, _ = call(binary, "pubmed_search", query, environment(simulator, os.path.join(work, "sound" + fault)))
        simulator.control({"faults": [{"api": "eutils", "path": "efetch", "fault": fault, "always": True}]})
        answer, seconds = call(binary, "pubmed_search", query, environment(simulator, os.path.join(work, "late" + fault)))
    got = [[a["pmid"] for a in each.get("articles", [])] for each in (sound, answer)]
    check(f"pubmed_search, {fault} at efetch: the same records in the same order", got[0] == got[1] != [], f"{got} {seconds:.1f} s")
    check(f"pubmed_search, {fault} at efetch: said", any("Europe PMC's" in w for w in answer.get("warnings", [])), answer.get("warnings"))


def counts_fail(check, binary, start, work, part):
    """PubMed hangs while queries are made: they come without what it would have told, which is said."""
    goal = {"research_goal": "rituximab in follicular lymphoma", "as_of": "2026-11-20"}
    with start() as simulator:
        simulator.control({"faults": [{"api": "eutils", "path": part, "fault": "hang", "seconds": 200, "always": True}]})
        answer, seconds = call(binary, "pubmed_generate_query", goal, environment(simulator, os.path.join(work, "counts" + part)))
    made = answer.get("generated_queries", [])
    told = json.dumps([q.get("validation") for q in made]) + json.dumps(answer.get("query_metadata", {}))
    good = len(made) > 0 and all("rituximab" in q["query_string"] for q in made) and seconds < 90
    check(f"pubmed_generate_query, hang at {part}: queries in {seconds:.1f} s", good, "" if good else answer)
    if part == "esearch":
        check(f"pubmed_generate_query, hang at {part}: said", "could not be counted" in told, told[:600])


def ids_of(evidence):
    for kind, value in evidence["metadata"].get("ids", {}).items():
        for one in value if isinstance(value, list) else [value]:
            yield kind, one


def check_seeds(check, binary, start, work):
    """The searches of the documents this project grew from: something is found, and no id is there twice."""
    for query, most in (("metformin diabetes", 3), ("sildenafil erectile dysfunction", 5)):
        with start() as simulator:
            env = environment(simulator, os.path.join(work, "seeds"))
            evidence, _ = call(binary, "search_evidence", {"query": query, "max_results_per_source": most, "max_response_tokens": 500_000}, env)
            articles, _ = call(binary, "pubmed_search", {"search_query": query, "max_results": most}, env)
        ids = [i for e in evidence.get("evidence", []) for i in ids_of(e)]
        check(f"{query!r}: found", len(evidence.get("evidence", [])) > 0, evidence.get("dedup"))
        check(f"{query!r}: no id twice", len(ids) == len(set(ids)), len(ids))
        check(f"{query!r}: PubMed's own records", all(a["url"].startswith("https://pubmed.ncbi.nlm.nih.gov/") for a in articles["articles"]))


def entries(simulator):
    return [e for e in simulator.get("log")["entries"] if e["api"]]


def check_minimum(check, binary, start, work):
    """25 records of each of four sources cost what they must, and nothing the second time.

    The least: esearch and, after it, efetch (ids before records); one page each of Europe PMC, OpenAlex and
    ClinicalTrials.gov; then one list each of iCite and, for every kind of id it can convert, of the ID converter."""
    for number, query in enumerate(("asthma[tiab]", "insulin resistance", "Does aspirin prevent stroke?")):
        span, least = one_search(check, binary, start, os.path.join(work, f"minimum{number}"), query)
        print(f"       {1000 * span:.0f} ms from the first request to the last reply, at least {1000 * least:.0f}", flush=True)


def one_search(check, binary, start, home, query):
    """The time from the first request to the last reply, and the least it can be."""
    arguments = {"query": query, "max_results_per_source": 25, "detail": "row", "sources": list(sources.SOURCES)}
    with start() as simulator:
        delays(simulator)
        env = environment(simulator, home)
        answer, _ = call(binary, "search_evidence", arguments, env)
        log = entries(simulator)
        again, warm = call(binary, "search_evidence", arguments, env)
        more = len(entries(simulator)) - len(log)
    paths = sorted(e["path"].rsplit("/", 1)[-1] or e["api"] for e in log)
    kinds = {e["query"].get("idtype") for e in log if e["api"] == "idconv"}
    check(f"{query!r}: {6 + len(kinds)} requests", len(log) == 6 + len(kinds), paths)
    check(f"{query!r}: one each of the sources", all(sum(e["api"] == api for e in log) == (2 if api == "eutils" else 1)
                                                     for api in sources.SOURCES.values()), paths)
    check(f"{query!r}: nothing failed", not answer.get("errors"), answer.get("errors"))
    rows = [len(json.dumps(row, ensure_ascii=False, separators=(",", ":"))) for row in answer["evidence"]]
    check(f"{query!r}: a row is at most 120 tokens on average", sum(rows) <= 480 * len(rows),
          f"{sum(rows) / len(rows) / 4:.0f} over {len(rows)}, most {max(rows) / 4:.0f}")
    check(f"{query!r}: no source waits for another", at_once(log), [round(e["monotonic"], 2) for e in log])
    check(f"{query!r}: none the second time", more == 0, f"{warm * 1000:.0f} ms")
    check(f"{query!r}: the same records", again["result_set"] == answer["result_set"])
    return span_and_least(log)


# What the services take before they answer, so that the whole is waiting and not the speed of this machine.
DELAYS = {"eutils": 2.0, "europepmc": 3.0, "openalex": 2.0, "ctgov": 2.5, "icite": 0.4, "idconv": 0.3}


def delays(simulator):
    simulator.control({"faults": [{"api": api, "fault": "slow_first_byte", "delay": delay, "always": True} for api, delay in DELAYS.items()]})


def at_once(log):
    """Whether every source is asked before one of them has answered."""
    asked = [e for e in log if e["api"] in sources.SOURCES.values()]
    starts = [min(e["monotonic"] for e in asked if e["api"] == api) for api in sources.SOURCES.values()]
    return max(starts) < min(e["monotonic"] + (e["seconds"] or 0) for e in asked)


def span_and_least(log):
    """What limiters and the slowest source allow: every service starts with the search; efetch waits for esearch and the
    gap (125 ms with a key); enrichers start when the slowest source is read, the ID converter after NCBI's gap without
    a key. The services' times are those of the simulator's log; the rest of the span is our own work."""
    took = {api: [e["seconds"] or 0 for e in log if e["api"] == api] for api in DELAYS}
    esearch, *efetch = took["eutils"]
    by_source = [max(0.125, esearch) + sum(efetch)] + [sum(took[api]) for api in sources.SOURCES.values() if api != "eutils"]
    enrich = [sum(took["icite"]), 0.4 * max(0, len(took["idconv"]) - 1) + max(took["idconv"], default=0)]
    span = max(e["monotonic"] + (e["seconds"] or 0) for e in log) - min(e["monotonic"] for e in log)
    return span, max(by_source) + max(enrich)
