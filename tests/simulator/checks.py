#!/usr/bin/env python3
"""The binary against the simulator of the upstream services, where one is at hand.

  checks.py [run dead eight laboratory cancel faults translate library models works sources deadline enrichment fallback minimum citations extraction hypotheses model_eye]      default: all
Environment: EV_BINARY (the program), EV_LLM_PROBE (tests/tools/llm_probe, for models), EV_SHARED_DIR (the folder that has upstream/ and corpus/; default: ../shared
beside the checkout). Without them the checks are skipped, visibly, and the exit code is 77.
Loopback only; every wait is bounded.
"""
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

import afterwards
import citations
import enrichment
import extraction_models
import library
import mechanism_models
import models
import simulators
import sources
import translations

ROOT = os.environ.get("EV_SOURCE_DIR") or os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SHARED = os.environ.get("EV_SHARED_DIR") or os.path.join(ROOT, "..", "shared")
BINARY = os.environ.get("EV_BINARY", "")
FAILURES = []


def check(name, good, detail=""):
    print(f"{'ok  ' if good else 'FAIL'} {name}{': ' + str(detail) if detail != '' else ''}", flush=True)
    if not good:
        FAILURES.append(name)


def environment(simulator, home, **more):
    env = {k: v for k, v in os.environ.items() if not k.startswith(("EVIDENCE_MCP_", "NCBI_"))}
    env.update(EVIDENCE_MCP_HOME=home, EVIDENCE_MCP_PUBMED_URL=simulator.base("eutils"),
               EVIDENCE_MCP_ICITE_URL=simulator.base("icite"), EVIDENCE_MCP_EUROPEPMC_URL="off",
               EVIDENCE_MCP_PUBTATOR_URL=simulator.base("pubtator"))
    env.update(more)
    return env


def call(simulator, home, tool, arguments, **more):
    done = subprocess.run([BINARY, "call", tool, json.dumps(arguments)], env=environment(simulator, home, **more),
                          capture_output=True, text=True, timeout=600)
    return done.returncode, json.loads(done.stdout) if done.stdout.strip() else {}, done.stderr


def requests_of(simulator):
    return sum(a["requests"] for a in simulator.get("stats")["apis"].values())


def has_quoted_chain(evidence):
    """The first chain of two links or more whose every link is quoted, each quote standing at its offsets in its record."""
    texts = {row["article"]["pmid"]: row["article"] for row in evidence["articles"]}

    def holds(item):
        text = texts.get(item["pmid"], {}).get(item.get("text", "abstract")) or ""
        return text[item["start"]:item["end"]] == item["quote"] != ""

    for hypothesis in (evidence.get("assessment") or {}).get("hypotheses", []):
        links = hypothesis.get("links", [])
        if len(links) >= 2 and all(link.get("evidence") and all(map(holds, link["evidence"])) for link in links):
            return hypothesis
    return None


# Key words: of a clinical question ("carvedilol in heart failure") no mechanism is put together.
QUESTIONS = ("carvedilol heart failure", "omeprazole Helicobacter pylori eradication",
             "metformin cancer risk type 2 diabetes", "amlodipine hypertension")


def all_in_time(evidence):
    """Whether every service answered within its time; what did not is asked again by the next run."""
    return (all(row["status"] == "ok" for row in evidence["sources"])
            and not any("left out" in warning or "time" in warning for warning in evidence["warnings"]))


def check_run(start, work):
    chains = simulators.side_by_side([lambda number=number: one_run(start, work, number) for number in range(len(QUESTIONS))], 2)
    check("at least one chain whose every link is quoted", any(chains), sum(chains))


def one_run(start, work, number):
    """Whether one question's run has a chain whose every link is quoted."""
    question = QUESTIONS[number]
    home, out = os.path.join(work, f"home{number}"), os.path.join(work, f"out{number}")
    command = [BINARY, "run", question, "--out", out, "--max", "50", "--as-of", "2026-11-20"]
    with start() as simulator:
        path = os.path.join(out, "evidence.json")
        for _ in range(6):  # on a loaded machine a service may be given up
            first = subprocess.run(command, env=environment(simulator, home), capture_output=True, text=True, timeout=600)
            check(f"run {question!r} ends well", first.returncode == 0, first.stderr.strip()[-300:])
            if first.returncode:
                return False
            before = open(path, "rb").read()
            if all_in_time(json.loads(before)):
                break
        stats = simulator.get("stats")
        starts = stats["starts"].get("ncbi:nokey", {}).get("max_starts_in_1s", 0)
        check("at most 3 starts in any second without a key", starts <= 3, starts)
        check("nothing was refused by the limiter", stats["ncbi_429_served"] == 0)
        seen = requests_of(simulator)
        subprocess.run(command, env=environment(simulator, home), capture_output=True, text=True, timeout=600, check=True)
        check("the second run makes no request", requests_of(simulator) == seen, requests_of(simulator) - seen)
        check("the second run's evidence.json is the same byte for byte", open(path, "rb").read() == before)
    return check_evidence(question, json.loads(before))


def check_dead(start, work):
    """`run` when sources are dead: the living ones still answer, and silence is never told as an empty literature."""
    with start() as simulator:
        more = {"EVIDENCE_MCP_EUROPEPMC_URL": simulator.base("europepmc"), "EVIDENCE_MCP_CLINICALTRIALS_URL": simulator.base("ctgov")}
        code, evidence, err = dead_run(simulator, work, "http_403_html", ("eutils", "europepmc"), more)
        named = {row["source"]: row["status"] for row in evidence.get("sources", [])}
        check("PubMed and Europe PMC dead: the registry's trials are ranked",
              code == 0 and len(evidence.get("articles", [])) >= 3 and named == {"pubmed": "failed", "clinicaltrials": "ok"}, (code, named, err[-300:]))
        code, evidence, err = dead_run(simulator, work, "http_403_html", ("eutils", "europepmc", "ctgov"), more)
        check("all dead: an error that names every source", code != 0 and all(name in err for name in ("clinicaltrials", "pubmed", "europepmc")), (code, err[-300:]))


def dead_run(simulator, work, fault, apis, more):
    simulator.control({"reset": "all", "faults": [{"api": api, "fault": fault, "always": True} for api in apis]})
    home = tempfile.mkdtemp(dir=work)
    command = [BINARY, "run", "cancer", "--sources", "pubmed,clinicaltrials", "--out", os.path.join(home, "out"), "--as-of", "2026-11-20"]
    done = subprocess.run(command, env=environment(simulator, home, **more), capture_output=True, text=True, timeout=600)
    path = os.path.join(home, "out", "evidence.json")
    return done.returncode, json.load(open(path)) if os.path.exists(path) else {}, done.stderr


def check_evidence(question, evidence):
    articles = evidence["articles"]
    check("at least 20 records", len(articles) >= 20, len(articles))
    rich = sum(1 for a in articles if sum(1 for c in a.get("extraction_metadata", {}).values() if c.get("status") == "found") >= 3)
    check("3 grounded fields on at least half of them", 2 * rich >= len(articles), f"{rich} of {len(articles)}")
    check("every quote stands at its offsets", quotes_hold(articles))
    chain = has_quoted_chain(evidence)
    lines = [question] + [f"{a['rank']:2}. {a['total_score']:.3f} PMID {a['article']['pmid']} {a['article']['title'][:110]}" for a in articles[:10]]
    lines.append("chain: " + (" -> ".join(chain[k] for k in ("drug", "target", "pathway", "effect")) if chain else "none"))
    for link in (chain or {}).get("links", []):
        quote = link["evidence"][0]
        lines.append(f"  {link['from']} {link['relation']} {link['to']}: PMID {quote['pmid']} “{quote['quote'][:160]}”")
    print("\n".join("       " + line for line in lines), flush=True)
    return chain is not None


def quotes_hold(articles):
    for row in articles:
        article = row["article"]
        for cell in row.get("extraction_metadata", {}).values():
            for place in [cell] + cell.get("values", []):
                text = article.get(place.get("text", ""))
                if isinstance(text, str) and "start" in place and place.get("quote") is not None:
                    if text[place["start"]:place["end"]] != place["quote"]:
                        return False
    return True


def check_eight(start, work):
    with start() as simulator:
        eight(simulator, work)
    with start() as simulator:
        eight_servers(simulator, work, seconds_whole_or_short())


def seconds_whole_or_short():
    return 60 if os.environ.get("EV_ATTACK_WHOLE") else 15


def check_laboratory(start, work):
    """The same with one PostgreSQL store for all, whose budget it then is."""
    sys.path.insert(0, os.path.join(ROOT, "tests", "support"))
    import postgres_server
    try:
        server = postgres_server.PostgresServer()
    except postgres_server.Absent as why:
        print(f"SKIPPED: {why}")
        return
    with server:
        with start() as simulator:
            eight(simulator, work, EVIDENCE_MCP_STORE=server.uri())
            rows = server.sql("SELECT count(*) FROM evidence_mcp.rate_budget WHERE identity LIKE 'ncbi-%'")
            check("one budget for all", rows == "1", rows)
        with start() as simulator:
            eight_servers(simulator, work, seconds_whole_or_short(), EVIDENCE_MCP_STORE=server.uri())


def eight(simulator, work, **more):
    """Eight processes at once, keyless: nothing refused. How much of what 400 ms spacing allows is used is printed; it is
    the machine's speed too."""
    words = ["asthma", "insulin", "kidney", "stroke", "vaccine", "cancer", "sleep", "malaria"]
    results = []
    victim = subprocess.Popen([BINARY, "call", "pubmed_search", json.dumps({"search_query": "aspirin[tiab]"})],
                              env=environment(simulator, os.path.join(work, "victim"), **more), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def one(number):
        for round_number in range(3):
            query = f"{words[number]}[tiab] AND {2005 + round_number}:2030[dp]"
            results.append(call(simulator, os.path.join(work, f"eight{number}"), "pubmed_search",
                                {"search_query": query, "max_results": 5, "detail": "row"}, **more))

    begin = time.monotonic()
    threads = [threading.Thread(target=one, args=(n,)) for n in range(8)]
    for t in threads:
        t.start()
    time.sleep(0.15)
    victim.send_signal(signal.SIGKILL)
    victim.wait()
    for t in threads:
        t.join()
    seconds = time.monotonic() - begin
    stats = simulator.get("stats")
    starts = stats["starts"]["ncbi:nokey"]
    share = starts["starts"] * 0.4 / seconds
    check("eight processes: every search answered", all(code == 0 for code, _, _ in results), len(results))
    check("eight processes: nothing refused", stats["ncbi_429_served"] == 0)
    check("eight processes: at most 3 starts in any second", starts["max_starts_in_1s"] <= 3, starts)
    print(f"       {starts['starts']} starts in {seconds:.1f} s = {100 * share:.0f} % of what 400 ms spacing allows", flush=True)


def eight_servers(simulator, work, seconds, **more):
    """Eight servers that stay, keyless, each always with two searches under way: the allowance is used and not overdrawn."""
    ended, answered, failed = threading.Event(), [0] * 8, []

    def one(number):
        server = subprocess.Popen([BINARY, "serve"], env=environment(simulator, os.path.join(work, f"server{number}"), **more),
                                  stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, bufsize=1)

        def send(**message):
            server.stdin.write(json.dumps(dict(jsonrpc="2.0", **message)) + "\n")

        def search(round_number):
            query = f"(cancer OR sleep OR pain) AND {1990 + number}:{2010 + round_number % 15}[dp] NOT nothing{number}x{round_number}"
            send(id=round_number, method="tools/call", params={"name": "pubmed_search", "arguments": {"search_query": query, "max_results": 5, "detail": "row"}})
        send(id=0, method="initialize", params={"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}})
        server.stdout.readline()
        search(1)
        search(2)
        for round_number in range(3, 10 ** 6):
            reply = json.loads(server.stdout.readline())
            if reply.get("result", {}).get("isError") or "error" in reply:
                failed.append(json.dumps(reply)[:300])
            answered[number] += 1
            if ended.is_set():
                break
            search(round_number)
        server.kill()
        server.wait()

    def starts():
        return simulator.get("stats")["starts"].get("ncbi:nokey", {}).get("starts", 0)
    threads = [threading.Thread(target=one, args=(n,)) for n in range(8)]
    for t in threads:
        t.start()
    time.sleep(4)
    before, begin = starts(), time.monotonic()
    time.sleep(seconds)
    share = (starts() - before) * 0.4 / (time.monotonic() - begin)
    ended.set()
    for t in threads:
        t.join()
    stats = simulator.get("stats")
    check("eight servers: every search answered", not failed, failed[:2])
    check("eight servers: nothing refused", stats["ncbi_429_served"] == 0)
    check("eight servers: at most 3 starts in any second", stats["starts"]["ncbi:nokey"]["max_starts_in_1s"] <= 3, stats["starts"]["ncbi:nokey"])
    check("eight servers: 95 % of what 400 ms spacing allows is used", share >= 0.95, f"{100 * share:.1f} %")
    check("eight servers: each has its turn", min(answered) * 3 >= max(answered), answered)


def check_cancel(start, work):
    with start() as simulator:
        cancel(simulator, work)


def cancel(simulator, work):
    """A cancelled call closes its transfer, gets no answer and frees its worker, long before the upstream would."""
    server = subprocess.Popen([BINARY, "serve"], env=environment(simulator, os.path.join(work, "cancel")),
                              stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def send(**message):
        server.stdin.write(json.dumps(dict(jsonrpc="2.0", **message)) + "\n")
        server.stdin.flush()

    send(id=0, method="initialize", params={"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}})
    server.stdout.readline()
    simulator.control({"faults": [{"api": "eutils", "fault": "hang", "seconds": 50, "always": True}]})
    for number in range(1, 5):  # every worker waits for the upstream
        send(id=number, method="tools/call", params={"name": "pubmed_search", "arguments": {"search_query": f"cancer AND {number}{number}{number}"}})
    time.sleep(2.5)
    # Answered by a worker, without network, as soon as one is free.
    send(id=9, method="tools/call", params={"name": "pubmed_extract_features", "arguments": {"result_set": "rs-0000000000", "extraction_schema": {"n": "number"}}})
    time.sleep(0.1)
    begin = time.monotonic()
    for number in range(1, 5):
        send(method="notifications/cancelled", params={"requestId": number})
    answer = json.loads(server.stdout.readline())
    ms = (time.monotonic() - begin) * 1000
    check("cancel: the only answer is the next call's", answer.get("id") == 9, answer.get("id"))
    check("cancel: a worker is free", ms <= 30_000, f"{ms:.1f} ms")
    server.stdin.close()
    rest = server.stdout.read()
    code = server.wait(timeout=600)
    check("EOF: exit 0, nothing more said", code == 0 and rest == "", code)


FAULTS = [
    ("html_502", {"n": 1}, None), ("http_429", {"n": 1, "retry_after": 1}, None), ("search_backend_failed", {"n": 1}, None),
    ("truncated_json", {"n": 1, "path": "esearch"}, None), ("control_characters", {"n": 1, "path": "esearch"}, None),
    ("empty_root", {"n": 1, "path": "efetch"}, None), ("proxy_stream_400", {"n": 1, "path": "efetch"}, None),
    ("maintenance_html_200", {"n": 1}, None), ("connection_reset", {"n": 1}, None), ("reset_mid_body", {"n": 1, "path": "efetch"}, None),
    ("drop_records", {"n": 1, "path": "efetch", "count": 2}, "missing"), ("duplicate_record", {"n": 1, "path": "efetch"}, None),
    ("shuffle_records", {"n": 1, "path": "efetch"}, None), ("bom", {"n": 1}, None), ("invalid_utf8", {"n": 1, "path": "esearch"}, None),
    ("api_key_invalid", {"n": 1}, "error"), ("id_list_empty_400", {"n": 1, "path": "efetch"}, "missing"),
    ("blocked_302", {"always": True}, "error"), ("http_403_html", {"always": True}, "error"),
]


SEARCH = {"search_query": "asthma[ti]", "max_results": 20, "detail": "row"}


def check_faults(start, work):
    """One fault at a time: healed by a retry, or named in the answer; never an empty list that looks like no hits."""
    with start() as simulator:
        code, clean, err = call(simulator, os.path.join(work, "clean"), "pubmed_search", SEARCH)
    check("faults: clean search", code == 0 and len(clean["articles"]) == 20, err[-200:])
    want = [a["pmid"] for a in clean["articles"]]
    simulators.side_by_side([lambda row=row: one_fault(start, work, want, *row) for row in FAULTS])


def one_fault(start, work, want, fault, options, outcome):
    with start() as simulator:
        simulator.control({"faults": [dict(api="eutils", fault=fault, **options)]})
        code, got, err = call(simulator, os.path.join(work, "fault" + fault), "pubmed_search", SEARCH)
    pmids = [a["pmid"] for a in got.get("articles", [])]
    if outcome == "error":
        good = code == 1 and bool(got.get("error", {}).get("message"))
        detail = got.get("error", {}).get("message", "no error")[:120]
    elif outcome == "missing":
        named = set(got.get("missing", [])) | {m for e in got.get("errors", []) for m in want if m in e["message"]}
        good = code == 0 and (set(pmids) | named == set(want) or bool(got.get("errors"))) or code == 1 and bool(got.get("error"))
        detail = f"{len(pmids)} records, {len(named)} named missing, {len(got.get('errors', []))} errors"
    else:
        good, detail = code == 0 and pmids == want, f"{len(pmids)} records" if code == 0 else err[-150:]
    check(f"faults: {fault} -> {outcome or 'healed'}", good, detail)


def check_afterwards(start, work):
    """What a bad reply leaves behind: nothing. The short form; afterwards_whole takes every fault (about ten minutes)."""
    afterwards.check_afterwards(start, work, BINARY, check, whole=False)


def check_afterwards_whole(start, work):
    afterwards.check_afterwards(start, work, BINARY, check, whole=True)


def check_translate(start, work):
    with start() as simulator:
        translations.check_translate(simulator, work, BINARY, check)


def check_library(start, work):
    library.check_library(start, work, BINARY, SHARED, check)


def check_models(start, work):
    models.check_models(start, work, os.environ.get("EV_LLM_PROBE", ""), check)


def check_works(start, work):
    sources.check_works(check, BINARY, start, work)


def check_sources(start, work):
    sources.check_faults(check, BINARY, start, work, waiting=False)


def check_deadline(start, work):
    sources.check_faults(check, BINARY, start, work, waiting=True)


def check_enrichment(start, work):
    enrichment.check_faults(check, BINARY, start, work)


def check_fallback(start, work):
    enrichment.check_fallback(check, BINARY, start, work)
    enrichment.check_citations(check, BINARY, start, work)


def check_minimum(start, work):
    enrichment.check_minimum(check, BINARY, start, work)
    enrichment.check_seeds(check, BINARY, start, work)


def check_citations(start, work):
    citations.check_citations(check, BINARY, start, work)


def check_extraction(start, work):
    extraction_models.check_extraction_models(start, BINARY, work, check)


def check_hypotheses(start, work):
    with start() as simulator:
        mechanism_models.check_mechanism_models(simulator, BINARY, work, check)


def check_model_eye(start, work):
    script = os.path.join(ROOT, "tests", "clients", "model_eye.py")
    questions = ["statins for primary prevention of cardiovascular disease", "exercise training for depression in adults",
                 "SGLT2 inhibitors and heart failure hospitalization in type 2 diabetes"]
    with start() as simulator:
        for number, question in enumerate(questions):
            done = subprocess.run([sys.executable, script, BINARY, "--question", question], capture_output=True, text=True, timeout=600,
                                  env=environment(simulator, os.path.join(work, f"eye{number}")))
            print(done.stdout)
            check(f"a pipeline of 25 records costs a model no more than it may: {question}", done.returncode == 0, done.stdout + done.stderr)


# Each check and the records it is about. Those of the pool have no DOIs to be one work by, and make a start slower.
ALL, FULL = ("pool", "pubmed"), ("pubmed",)
CHECKS = {"run": (check_run, ALL), "dead": (check_dead, FULL), "eight": (check_eight, FULL), "laboratory": (check_laboratory, FULL), "cancel": (check_cancel, FULL), "faults": (check_faults, ALL),
          "afterwards": (check_afterwards, ALL), "afterwards_whole": (check_afterwards_whole, ALL),
          "translate": (check_translate, ALL), "library": (check_library, ALL), "models": (check_models, FULL),
          "works": (check_works, FULL), "sources": (check_sources, FULL), "deadline": (check_deadline, FULL),
          "enrichment": (check_enrichment, FULL), "fallback": (check_fallback, FULL), "minimum": (check_minimum, ALL),
          "citations": (check_citations, FULL), "extraction": (check_extraction, FULL), "hypotheses": (check_hypotheses, FULL), "model_eye": (check_model_eye, ALL)}


def main():
    if not os.path.isdir(os.path.join(SHARED, "upstream")):
        print("SKIPPED: no simulator (EV_SHARED_DIR)")
        return 1 if os.environ.get("EV_REQUIRE_SHARED") else 77
    if not BINARY:
        print("EV_BINARY is not set", file=sys.stderr)
        return 2
    work = tempfile.mkdtemp(prefix="evidence-simulator-")
    loaded = {}
    try:
        for name in sys.argv[1:] or [c for c in CHECKS if not c.endswith("_whole")]:
            run, corpora = CHECKS[name]
            if corpora not in loaded:
                loaded[corpora] = simulators.Simulators(SHARED, corpora, work)
            run(loaded[corpora].start, work)
    finally:
        for many in loaded.values():
            many.close()
        shutil.rmtree(work, ignore_errors=True)
    print(f"{len(FAILURES)} failures")
    return 1 if FAILURES else 0


if __name__ == "__main__":
    sys.exit(main())
