#!/usr/bin/env python3
"""Servers on one PostgreSQL store, killed with SIGKILL while they write, then PostgreSQL itself: every handle that was answered
opens afterwards with its rows, calls in flight end with a typed error that may be tried again, and a server goes on by itself
when the database is back.

  killed_test.py BINARY [--servers N] [--databases N]     N times each; default: 6 and 2, whole: 100 and 20
"""
import argparse
import json
import os
import random
import sys
import tempfile
import threading
import time

from laboratory import Absent, PostgresServer, Server, check, finish, skip

WORDS = ("metformin", "cognitive", "dementia", "diabetes", "glucose", "memory", "insulin", "trial", "mice", "cohort")


def write_something(server, number):
    """(handle, its ids) of a search kept, or the error's text; (None, None) when the server ended."""
    query = f"{WORDS[number % len(WORDS)]} NOT w{number}x"
    result = server.call("pubmed_search", {"search_query": query, "max_results": 3, "detail": "row"})
    if result is None:
        return None, None
    answer = result.get("structuredContent") or {}
    if result.get("isError") or not answer.get("result_set"):
        return None, json.dumps(result)
    return answer["result_set"], [a["pmid"] for a in answer["articles"]]


def verify(server, acknowledged):
    lost = []
    for handle, ids in acknowledged.items():
        result = server.call("export_results", {"result_set": handle, "format": "csv"})
        text = json.dumps(result)
        if result.get("isError") or any(pmid not in text for pmid in ids):
            lost.append(handle)
    return lost


def kill_servers(binary, work, uri, times):
    acknowledged, number, written_by_killed = {}, 0, 0
    dice = random.Random(5)
    for _ in range(times):
        server = Server(binary, os.path.join(work, "killed"), uri)
        timer = threading.Timer(dice.uniform(0.01, 0.6), server.process.kill)
        while True:
            number += 1
            handle, ids = write_something(server, number)
            if handle is None:
                break
            acknowledged[handle] = ids
            written_by_killed += 1
            if timer.ident is None:  # the start of a server is not what is tested
                timer.start()
        timer.cancel()
        server.kill()
    with Server(binary, os.path.join(work, "after"), uri) as server:
        lost = verify(server, acknowledged)
    check(f"{times} servers killed, {written_by_killed} handles given: none lost", not lost and written_by_killed > 0, lost[:5])


def kill_database(binary, work, database, times):
    acknowledged, errors, number, dice = {}, [], 0, random.Random(9)
    slowest = 0.0
    with Server(binary, os.path.join(work, "survivor"), database.uri()) as server:
        for _ in range(times):
            end = threading.Timer(dice.uniform(0.05, 0.5), database.kill)
            failed = False
            while not failed:
                number += 1
                handle, ids = write_something(server, number)
                if handle is None:
                    errors.append(ids)
                    failed = True
                else:
                    acknowledged[handle] = ids
                    if end.ident is None:
                        end.start()
            end.join()
            database.start()
            back = time.monotonic()
            while time.monotonic() < back + 30:
                number += 1
                handle, ids = write_something(server, number)
                if handle:
                    acknowledged[handle] = ids
                    break
                time.sleep(0.1)
            slowest = max(slowest, time.monotonic() - back)
        lost = verify(server, acknowledged)
    check(f"PostgreSQL killed {times} times, {len(acknowledged)} handles given: none lost", not lost, lost[:5])
    check("one server went on each time", slowest < 30, f"at most {slowest:.1f} s after the database was back")
    typed = [e for e in errors if e and ("cannot be reached" in e)]
    check("calls in flight said why", len(typed) == len(errors), [e for e in errors if e not in typed][:1])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binary")
    parser.add_argument("--servers", type=int, default=6)
    parser.add_argument("--databases", type=int, default=2)
    asked = parser.parse_args()
    binary = os.path.abspath(asked.binary)
    with tempfile.TemporaryDirectory(prefix="evidence-killed-lab-") as work:
        try:
            with PostgresServer() as database:
                kill_servers(binary, work, database.uri(), asked.servers)
                kill_database(binary, work, database, asked.databases)
        except Absent as why:
            return skip(why)
    return finish()


if __name__ == "__main__":
    sys.exit(main())
