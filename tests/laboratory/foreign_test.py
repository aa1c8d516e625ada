#!/usr/bin/env python3
"""A store whose records and words are spread over two more servers by packaging/foreign_partitions.sql answers as a file does.

  foreign_test.py BINARY
"""
import json
import os
import re
import sys
import tempfile

from laboratory import Absent, PostgresServer, Server, check, finish, skip
from sample_test import pipeline, without_times

BINARY = os.path.abspath(sys.argv[1])
SCRIPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "packaging", "foreign_partitions.sql")
SCHEMA = "evidence_mcp_sample"


def parts(server):
    """The schema of a part, as the script's head states it."""
    head = open(SCRIPT, encoding="utf8").read().split("\n-- A unique key")[0].split("must exist:\n")[1]
    server.sql(re.sub(r"^-- ?", "", head, flags=re.M))


def options(server):
    return f"host '{server.folder}', dbname 'postgres'"


def main():
    try:
        with tempfile.TemporaryDirectory(prefix="evidence-foreign-") as work, PostgresServer() as whole, PostgresServer() as first, \
                PostgresServer() as second:
            with Server(BINARY, os.path.join(work, "file")) as server:
                expected = pipeline(server)
            with Server(BINARY, os.path.join(work, "lab"), whole.uri()) as server:
                server.call("pubmed_search", {"search_query": "metformin", "max_results": 3})
            for server in (first, second):
                parts(server)
            done = whole.run("psql", "-h", whole.folder, "-U", "postgres", "-q", "-v", f"schema={SCHEMA}", "-v", "user=user 'postgres'",
                             "-v", f"first={options(first)}", "-v", f"second={options(second)}", "-f", "-",
                             stdin=open(SCRIPT, encoding="utf8"))
            check("the script runs", done.returncode == 0, done.stderr[-300:])
            with Server(BINARY, os.path.join(work, "lab"), whole.uri()) as server:
                answers = pipeline(server)
            differing = [n for n in expected if json.dumps(without_times(expected[n])) != json.dumps(without_times(answers[n]))]
            check(f"{len(expected)} answers are those of a file", not differing, differing)
            held = [int(s.sql(f"SELECT count(*) FROM evidence_mcp.{t}")) for s in (first, second) for t in ("article_part", "words_part")]
            check("each server holds a part of the records and of the words", all(held), held)
    except Absent as why:
        return skip(why)
    return finish()


if __name__ == "__main__":
    sys.exit(main())
