#!/usr/bin/env python3
"""A store whose large tables are spread over two PostgreSQL servers by postgres_fdw, by the statements that packaging/laboratory
gives: the same answers as before, both servers hold a part, searches are answered where the words lie; a part that is killed while
it is written to loses nothing that was acknowledged.

  spread_test.py BINARY
"""
import json
import os
import subprocess
import sys
import tempfile

from killed_test import kill_database
from laboratory import WHOLE, Absent, PostgresServer, Server, check, finish, skip

BINARY = os.path.abspath(sys.argv[1])
SCRIPTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "packaging", "laboratory")
SCHEMA = "evidence_mcp_sample"
TABLES = ("library_words", "article_version", "result_entry")
QUERIES = ("metformin", "metformin[ti]", "\"cognitive decline\"[tiab]", "cognit*[tiab] NOT metformin[ti]", "\"metformin decline\"[tiab:~9]",
           "diabetes mellitus[mh]", "trial OR cohort OR review", "invented[ti] AND zinc[tiab]")


def script(server, name, **variables):
    command = [*server.before, os.path.join(server.bin, "psql"), "-h", server.folder, "-U", "postgres", "-d", "postgres", "-q"]
    for key, value in variables.items():
        command += ["-v", f"{key}={value}"]
    with open(os.path.join(SCRIPTS, name), encoding="utf8") as file:
        done = subprocess.run(command, stdin=file, cwd=server.folder, capture_output=True, text=True)
    check(f"{name} runs", done.returncode == 0 and "ERROR" not in done.stderr, done.stderr[-500:])


def records(path, first, count):
    with open(path, "w", encoding="utf8") as file:
        for i in range(first, first + count):
            file.write(json.dumps({"pmid": str(81000000 + i), "title": f"Invented trial {i} of zinc", "abstract": f"We gave zinc to {i} adults with colds."}) + "\n")
    return path


def program(env, *arguments):
    return subprocess.run([BINARY, *arguments, "--sample"], env=env, capture_output=True, text=True, timeout=600)


def answers(env, handles):
    out = {}
    for query in QUERIES:
        for sort in ("newest", "relevance"):
            out[query, sort] = program(env, "library", "search", query, "--json", "--sort", sort).stdout
    for handle in handles:
        out[handle] = program(env, "call", "export_results", json.dumps({"result_set": handle, "format": "csv"})).stdout
    return out


def spread(work, first, second):
    with Server(BINARY, os.path.join(work, "home"), first.uri()) as client:
        handles = [client.call("pubmed_search", {"search_query": q, "max_results": 10})["structuredContent"]["result_set"] for q in ("metformin", "insulin")]
        env = client.env
    handles.append(json.loads(program(env, "import", records(os.path.join(work, "a.jsonl"), 0, 300), "--json").stdout)["result_set"])
    before = answers(env, handles)
    script(second, "shard.sql", schema=SCHEMA)
    script(first, "spread.sql", schema=SCHEMA, host=second.folder, port=second.port, database="postgres", user="postgres")
    after = answers(env, handles)
    differing = [name for name in before if before[name] != after[name]]
    check(f"{len(before)} answers are the same as before", not differing and all(before.values()), differing[:3])

    more = program(env, "import", records(os.path.join(work, "b.jsonl"), 300, 300), "--json")
    found = json.loads(program(env, "library", "search", "invented[ti] AND zinc[tiab]", "--json").stdout)
    exported = program(env, "call", "export_results", json.dumps({"result_set": json.loads(more.stdout or "{}").get("result_set", ""), "format": "csv",
                                                                  "max_response_tokens": 1000000}))
    check("what comes later is found and kept on both", found["count"] == 600 and "81000599" in exported.stdout, (found["count"], exported.stdout[-200:]))
    for table in TABLES:
        parts = [int(first.sql(f"SELECT count(*) FROM {SCHEMA}.{table}_0")), int(second.sql(f"SELECT count(*) FROM {SCHEMA}.{table}_1"))]
        check(f"{table}: each server holds about half", min(parts) > sum(parts) // 4, parts)
    counted = program(env, "library", "stats")
    plan = first.sql(f"SET search_path TO {SCHEMA}; SET plan_cache_mode = force_custom_plan; PREPARE asked(text, text) AS SELECT r.n "
                     "FROM library_words w JOIN library_record r ON r.n = w.record WHERE w.lexemes @@ $1::tsquery AND "
                     "strpos(' ' || w.p0 || ' ', $2) > 0; EXPLAIN (VERBOSE, COSTS OFF) EXECUTE asked('0zinc', 'zinc')")
    remote = plan.split("Remote SQL")[-1]
    there = "@@" in remote and "strpos" in remote
    check("words are looked for where they lie", there, "" if there else plan)
    check("the store is counted", counted.returncode == 0, counted.stderr)


def main():
    with tempfile.TemporaryDirectory(prefix="evidence-spread-") as work:
        try:
            with PostgresServer() as first, PostgresServer() as second:
                spread(work, first, second)
                kill_database(BINARY, work, second, 20 if WHOLE else 2, first)
        except Absent as why:
            return skip(why)
    return finish()


if __name__ == "__main__":
    sys.exit(main())
