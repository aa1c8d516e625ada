"""What comes after the sources, against the simulator: services that enrich the records under every fault, PubMed's
answer from Europe PMC, the searches of the seeds, and how many requests and how much time a whole search costs."""
import concurrent.futures
import json
import os
import subprocess
import sys
import threading
import time

import sources

# The enrichers that the simulator serves, by its names; records with none of the ids each wants are not asked about.
ENRICHERS = {"icite": "icite", "idconv": "idconv", "pubtator": "pubtator"}
BUDGET_S = 4
NAMED = {"ok", "partial", "timeout", "rate_limited", "blocked", "error"}


def environment(simulator, home, **more):
    env = sources.environment(simulator, home)
    env.update(EVIDENCE_MCP_IDCONV_URL=simulator.base("idconv"), EVIDENCE_MCP_PUBTATOR_URL=simulator.base("pubtator"),
               EVIDENCE_MCP_CROSSREF_URL="off", EVIDENCE_MCP_UNPAYWALL_URL="off")
    env.update(more)
    return env


def call(binary, tool, arguments, env):
    begin = time.monotonic()
    done = subprocess.run([binary, "call", tool, json.dumps(arguments)], env=env, capture_output=True, text=True, timeout=120)
    seconds = time.monotonic() - begin
    return (json.loads(done.stdout) if done.stdout.strip() else {"error": done.stderr[-300:]}), seconds


def fault_column(check, binary, start, work, service, query, sound, column):
    """One service under every fault, on a simulator of its own."""
    expected, sound_seconds = sound
    simulator = start()
    for number, (fault, parameters, _) in enumerate(sources.FAULTS):
        # These hold every process of the user back for a while.
        lasting = fault in sources.LASTING
        place = start() if lasting else simulator
        place.reset()
        place.control({"faults": [{"api": ENRICHERS[service], "fault": fault, **parameters}]})
        answer, seconds = call(binary, "search_evidence", query, environment(place, os.path.join(work, f"enrich{number}{service}")))
        if lasting:
            place.close()
        report = next((r for r in answer.get("enrichment", []) if r["service"] == service), None)
        if report is None:
            check(f"{fault} at {service}: an answer", False, answer)
            column.append("none")
            continue
        status = report["status"]
        column.append(f"{status} {seconds:.1f}s")
        named = status == "ok" or "error" in report and any(w.startswith(service) for w in answer.get("warnings", []))
        good = (answer["total_found"] == expected and seconds <= sound_seconds + BUDGET_S + 3 and status in NAMED and named
                and not answer["errors"])
        check(f"{fault} at {service}: {status} in {seconds:.1f} s, all records, named", good,
              "" if good else {k: answer.get(k) for k in ("total_found", "enrichment", "warnings", "errors")})
    simulator.close()


def check_faults(check, binary, start, work):
    """Every enricher under every fault: the records of all sources are there, the answer is in time, the failure is named."""
    simulator = start()
    query = {"query": "asthma[tiab] OR diabetes[tiab]", "max_results_per_source": 10, "detail": "row", "timeout_s": 20,
             "sources": ["pubmed", "europepmc", "openalex"], "enrich": list(ENRICHERS)}
    answer, seconds = call(binary, "search_evidence", query, environment(simulator, os.path.join(work, "enrich-sound")))
    simulator.close()
    for report in answer.get("enrichment", []):
        check(f"{report['service']}: sound", report["status"] == "ok" and report["asked"] > 0, report)
    if len(answer.get("enrichment", [])) != len(ENRICHERS):
        check("enrichment: answered", False, answer)
        return
    columns = {service: [] for service in ENRICHERS}
    threads = [threading.Thread(target=fault_column, args=(check, binary, start, work, service, query,
                                                           (answer["total_found"], seconds), columns[service])) for service in ENRICHERS]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    names = sources.fault_names()
    check("no cell of the matrix is empty", all(len(c) == len(names) for c in columns.values()))
    print("       " + " | ".join(f"{cell:>24}" for cell in ["fault", *ENRICHERS]))
    for line in zip(names, *columns.values()):
        print("       " + " | ".join(f"{cell:>24}" for cell in line))
    sys.stdout.flush()


def check_fallback(check, binary, start, work):
    """NCBI down or blocked, at once or after the ids are found. Side by side, each with a simulator of its own: they wait."""
    cases = [(search_fails, fault) for fault in ("blocked_302", "html_500", "maintenance_html_200", "hang")]
    cases += [(fetch_fails, fault) for fault in ("html_500", "hang")]
    with concurrent.futures.ThreadPoolExecutor(3) as pool:
        for done in [pool.submit(case, check, binary, start, work, fault) for case, fault in cases]:
            done.result()


def search_fails(check, binary, start, work, fault):
    """Europe PMC's answer, which says so."""
    simulator = start()
    query = {"search_query": "asthma[ti]", "max_results": 5}
    env = environment(simulator, os.path.join(work, "fallback" + fault))
    simulator.control({"faults": [{"api": "eutils", "fault": fault, "always": True}]})
    answer, seconds = call(binary, "pubmed_search", query, env)
    good = len(answer.get("articles", [])) == 5 and answer["search_metadata"].get("source") == "europepmc"
    check(f"pubmed_search, {fault} at NCBI: Europe PMC's records", good, f"{seconds:.1f} s" if good else answer)
    if good:
        check(f"pubmed_search, {fault}: said", "PubMed could not be asked" in answer["warnings"][0], answer["warnings"][0][:160])
        check(f"pubmed_search, {fault}: in every record", all(a.get("source") == "europepmc" for a in answer["articles"]))
        check(f"pubmed_search, {fault}: in errors", answer["errors"][0]["source"] == "pubmed", answer["errors"])
    simulator.close()


def fetch_fails(check, binary, start, work, fault):
    """The ids are found, their records do not come: they are Europe PMC's, in PubMed's order."""
    simulator = start()
    query = {"search_query": "asthma[ti]", "max_results": 5}
    sound, _ = call(binary, "pubmed_search", query, environment(simulator, os.path.join(work, "sound" + fault)))
    simulator.control({"faults": [{"api": "eutils", "path": "efetch", "fault": fault, "always": True}]})
    answer, seconds = call(binary, "pubmed_search", query, environment(simulator, os.path.join(work, "late" + fault)))
    got = [[a["pmid"] for a in each.get("articles", [])] for each in (sound, answer)]
    check(f"pubmed_search, {fault} at efetch: the same records in the same order", got[0] == got[1] != [], f"{got} {seconds:.1f} s")
    check(f"pubmed_search, {fault} at efetch: said", any("Europe PMC's" in w for w in answer.get("warnings", [])), answer.get("warnings"))
    simulator.close()


def ids_of(evidence):
    for kind, value in evidence["metadata"].get("ids", {}).items():
        for one in value if isinstance(value, list) else [value]:
            yield kind, one


def check_seeds(check, binary, simulator, work):
    """The searches of the documents this project grew from: something is found, and no id is there twice."""
    for query, most in (("metformin diabetes", 3), ("sildenafil erectile dysfunction", 5)):
        simulator.reset()
        answer, _ = call(binary, "search_evidence", {"query": query, "max_results_per_source": most, "max_response_tokens": 500_000},
                         environment(simulator, os.path.join(work, "seeds")))
        ids = [i for e in answer.get("evidence", []) for i in ids_of(e)]
        check(f"{query!r}: found", len(answer.get("evidence", [])) > 0, answer.get("dedup"))
        check(f"{query!r}: no id twice", len(ids) == len(set(ids)), len(ids))
        answer, _ = call(binary, "pubmed_search", {"search_query": query, "max_results": most},
                         environment(simulator, os.path.join(work, "seeds")))
        check(f"{query!r}: PubMed's own records", all(a["url"].startswith("https://pubmed.ncbi.nlm.nih.gov/") for a in answer["articles"]))


def entries(simulator):
    return [e for e in simulator.get("log")["entries"] if e["api"]]


def check_minimum(check, binary, simulator, work):
    """25 records of each of four sources cost what they must, and nothing the second time.

    The least: esearch and, after it, efetch (ids before records); one page each of Europe PMC, OpenAlex and
    ClinicalTrials.gov; then one list each of iCite and, for every kind of id it can convert, of the ID converter."""
    for number, query in enumerate(("asthma[tiab]", "insulin resistance", "Does aspirin prevent stroke?")):
        simulator.reset()
        env = environment(simulator, os.path.join(work, f"minimum{number}"))
        arguments = {"query": query, "max_results_per_source": 25, "detail": "row", "sources": list(sources.SOURCES)}
        answer, seconds = call(binary, "search_evidence", arguments, env)
        log = entries(simulator)
        paths = sorted(e["path"].rsplit("/", 1)[-1] or e["api"] for e in log)
        kinds = {e["query"].get("idtype") for e in log if e["api"] == "idconv"}
        least = 6 + len(kinds)
        check(f"{query!r}: {least} requests", len(log) == least, paths)
        check(f"{query!r}: one each of the sources", all(sum(e["api"] == api for e in log) == (2 if api == "eutils" else 1)
                                                         for api in sources.SOURCES.values()), paths)
        check(f"{query!r}: nothing failed", not answer.get("errors"), answer.get("errors"))
        check_time(check, query, log, answer, seconds)
        rows = [len(json.dumps(row, ensure_ascii=False, separators=(",", ":"))) for row in answer["evidence"]]
        check(f"{query!r}: a row is at most 120 tokens on average", sum(rows) <= 480 * len(rows),
              f"{sum(rows) / len(rows) / 4:.0f} over {len(rows)}, most {max(rows) / 4:.0f}")
        again, warm = call(binary, "search_evidence", arguments, env)
        check(f"{query!r}: none the second time", len(entries(simulator)) == len(log), f"{warm * 1000:.0f} ms")
        check(f"{query!r}: the same records", again["result_set"] == answer["result_set"])


def check_time(check, query, log, answer, seconds):
    """What limiters and the slowest source allow: every service starts with the search; efetch waits for esearch and the
    gap (125 ms with a key); enrichers start when the slowest source is read, the ID converter after NCBI's gap without
    a key. All measured from the log: the chains of waiting are subtracted from the whole, the rest is our own work."""
    of = lambda api: [e for e in log if e["api"] == api]
    first = min(e["monotonic"] for e in log)
    by_source = []
    for api in sources.SOURCES.values():
        took = [e["seconds"] or 0 for e in of(api)]
        by_source.append(sum(took) if api != "eutils" else max(0.125, took[0]) + sum(took[1:]))
    enrich = [e["seconds"] or 0 for e in of("icite")]
    gaps = max(0, len(of("idconv")) - 1) * 0.4
    enrich.append(gaps + max([e["seconds"] or 0 for e in of("idconv")], default=0))
    least = max(by_source) + max(enrich)
    last = max(e["monotonic"] + (e["seconds"] or 0) for e in log)
    span = last - first
    # The figure is for people; a busy machine must not fail the suite.
    within = "within" if span <= 1.05 * least + 0.1 else "NOT within"
    check(f"{query!r}: {within} 5 % + 100 ms of the least", span <= 1.05 * least + 3,
          f"{1000 * span:.0f} ms from the first request to the last reply, least {1000 * least:.0f} ms; whole process {1000 * seconds:.0f} ms")
