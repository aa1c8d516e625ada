#!/usr/bin/env python3
"""The real binary with the built-in sample on both kinds of store: the same answers byte for byte, handles that open on another
machine, a password that is shown nowhere.

  sample_test.py BINARY
"""
import json
import os
import subprocess
import sys
import tempfile

from laboratory import Absent, FAILURES, PostgresServer, Server, check, finish, skip  # noqa: F401

BINARY = os.path.abspath(sys.argv[1])
QUESTION = "Does metformin slow cognitive decline in Alzheimer disease?"
# How long something took, and when, is no part of an answer.
TIMES = ("ms", "counted_at", "retrieved_at", "cache", "created_at", "expires_at")
PASSWORD = "correct-horse-battery"


def pipeline(server):
    """Answers of a whole way by handles, with what each was asked."""
    found = {}

    def ask(tool, arguments, name=""):
        result = server.call(tool, arguments)
        found[name or tool] = result
        return (result or {}).get("structuredContent") or {}

    search = ask("pubmed_search", {"search_query": "metformin", "max_results": 10, "detail": "full"})
    rows = search.get("result_set", "")
    ask("search_evidence", {"query": QUESTION, "detail": "row"})
    features = ask("pubmed_extract_features", {"result_set": rows, "extraction_schema": {"sample_size": "number", "study_design": "string"}})
    scores = ask("pubmed_score_articles", {"result_set": features.get("result_set", ""), "query": QUESTION, "as_of": "2026-11-21",
                                           "scoring_criteria": {"weights": {"relevance": 0.6, "study_design": 0.4}}})
    ranked = ask("pubmed_filter_rank", {"result_set": scores.get("result_set", ""), "as_of": "2026-11-21"})
    ask("generate_hypotheses", {"query": QUESTION, "result_set": rows})
    ask("test_hypothesis", {"claim": "Metformin slows cognitive decline."})
    ask("run_research", {"question": QUESTION, "max_rounds": 2, "as_of": "2026-11-21"})
    ask("export_results", {"result_set": ranked.get("result_set", ""), "format": "ris"})
    for query in ("metformin[ti]", "\"cognitive decline\"[tiab]", "cognit*[tiab] NOT metformin[ti]",
                  "\"metformin decline\"[tiab:~9]", "diabetes mellitus[mh]"):
        ask("pubmed_search", {"search_query": query, "offline": True, "max_results": 50, "detail": "row"}, "library " + query)
        found["best of " + query] = best(server, query)
    return found


def best(server, query):
    """What the command line finds in the library, the most relevant first."""
    done = subprocess.run([BINARY, "library", "search", query, "--sort", "relevance", "--json", "--sample"], env=server.env,
                          capture_output=True, text=True, timeout=600)
    return {"out": done.stdout, "isError": done.returncode != 0}


def without_times(value):
    if isinstance(value, dict):
        return {k: without_times(v) for k, v in value.items() if not k.endswith("_ms") and k not in TIMES}
    if isinstance(value, list):
        return [without_times(v) for v in value]
    if isinstance(value, str) and value.startswith("{"):
        try:
            return without_times(json.loads(value))
        except ValueError:
            return value
    return value


def same_answers(work, uri):
    with Server(BINARY, os.path.join(work, "file")) as server:
        expected = pipeline(server)
    with Server(BINARY, os.path.join(work, "lab"), uri) as server:
        answers = pipeline(server)
    differing = [name for name in expected
                 if json.dumps(without_times(expected[name])) != json.dumps(without_times(answers[name]))]
    for name in differing[:3]:
        print(json.dumps(without_times(expected[name]))[:1500], "\n", json.dumps(without_times(answers[name]))[:1500])
    failed = [name for name, result in expected.items() if not result or result.get("isError")]
    check(f"{len(expected)} answers of both stores are the same", not differing, differing)
    check("every call of the way is answered", not failed, failed)
    handle = answers["pubmed_filter_rank"]["structuredContent"]["result_set"]
    with Server(BINARY, os.path.join(work, "other machine"), uri) as server:
        opened = server.call("export_results", {"result_set": handle, "format": "ris"})
    check("a handle opens on another machine", opened == answers["export_results"])


def password(work, server):
    server.sql(f"CREATE ROLE ann LOGIN PASSWORD '{PASSWORD}'; GRANT CREATE ON DATABASE postgres TO ann")
    server.hba("local all ann scram-sha-256")
    uri = server.uri("ann", "postgres")
    secret = os.path.join(work, "password")
    with open(secret, "w", encoding="utf8") as file:
        file.write(PASSWORD + "\n")
    server.sql("DROP SCHEMA IF EXISTS evidence_mcp_sample CASCADE")
    shown = ""
    for name, more in (("by a variable", {"EVIDENCE_MCP_STORE_PASSWORD": PASSWORD}), ("by a file", {"EVIDENCE_MCP_STORE_PASSWORD_FILE": secret}),
                       ("by none", {}), ("by a wrong one", {"EVIDENCE_MCP_STORE_PASSWORD": PASSWORD + "x"})):
        with Server(BINARY, os.path.join(work, "secret"), uri, EVIDENCE_MCP_LOG="debug", **more) as client:
            result = client.call("pubmed_search", {"search_query": "metformin", "max_results": 2})
            kept = bool(result["structuredContent"].get("result_set"))
            check(f"a password given {name}", kept == (more.get("EVIDENCE_MCP_STORE_PASSWORD", PASSWORD) == PASSWORD and bool(more)))
            shown += json.dumps(result) + client.errors()
    check("the password is shown nowhere", PASSWORD not in shown)


def main():
    work = tempfile.mkdtemp(prefix="evidence-laboratory-")
    try:
        with PostgresServer() as server:
            same_answers(work, server.uri())
            password(work, server)
    except Absent as why:
        return skip(why)
    return finish()


if __name__ == "__main__":
    sys.exit(main())
