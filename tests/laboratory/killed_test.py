#!/usr/bin/env python3
"""Servers on one PostgreSQL store, killed with SIGKILL while they write, then PostgreSQL itself: every handle that was answered
opens afterwards with its rows, calls in flight end with a typed error that may be tried again, and a server goes on by itself
when the database is back.

  killed_test.py BINARY [--servers N] [--databases N]     N times each; default: 6 and 2, with EV_ATTACK_WHOLE=1: 100 and 20
"""
import argparse
import json
import os
import random
import sys
import tempfile
import threading
import time

from laboratory import WHOLE, Absent, PostgresServer, Server, check, finish, skip

WORDS = ("metformin", "cognitive", "dementia", "diabetes", "glucose", "memory", "insulin", "trial", "mice", "cohort")
UNREACHED = "cannot be reached"


class Writers:
    """Calls that write, four under way at a time: two searches, and two stages on a handle given before."""

    def __init__(self):
        self.acknowledged = {}  # handle -> its ids
        self.number = 0
        self.untyped = []       # what ended otherwise than it should
        self.failed = 0         # calls that ended with the store's error
        self.dice = random.Random(5)

    def asked(self):
        out = []
        for _ in range(2):
            self.number += 1
            query = f"{WORDS[self.number % len(WORDS)]} NOT w{self.number}x"
            out.append(("pubmed_search", {"search_query": query, "max_results": 3, "detail": "row"}))
        for handle in self.dice.sample(sorted(self.acknowledged), min(2, len(self.acknowledged))):
            out.append(("pubmed_extract_features", {"result_set": handle, "detail": "row",
                                                    "extraction_schema": {f"n{self.number}": "number", "conclusion": "string"}}))
        return out

    def burst(self, server):
        """How many of the calls were answered and kept."""
        asked, kept = self.asked(), 0
        for place, result in server.calls(asked):
            answer = result.get("structuredContent") or {}
            if not result.get("isError") and answer.get("result_set"):
                rows = answer.get("articles") or answer.get("extractions") or []
                self.acknowledged[answer["result_set"]] = [row.get("pmid") or row.get("item_id") for row in rows]
                kept += 1
            else:
                self.failed += 1
                self.judge(asked[place], result, answer)
        return kept

    def judge(self, asked, result, answer):
        """A search is answered without a handle and says why; a stage on a handle ends with an error that may be tried again."""
        error = answer.get("error") or {}
        told = any(UNREACHED in text for text in answer.get("warnings", []))
        typed = error.get("code") == "store_unavailable" and UNREACHED in error.get("message", "") and error.get("retry_after_s")
        if not (typed if result.get("isError") else told):
            self.untyped.append((asked, json.dumps(result)[:600]))

    def lost(self, server):
        out = []
        for handle, ids in self.acknowledged.items():
            result = server.call("export_results", {"result_set": handle, "format": "csv"})
            text = json.dumps(result)
            if result.get("isError") or any(pmid not in text for pmid in ids):
                out.append(handle)
        return out


def kill_servers(binary, work, uri, times):
    writers, dice = Writers(), random.Random(7)
    for _ in range(times):
        server = Server(binary, os.path.join(work, "killed"), uri)
        timer = threading.Timer(dice.uniform(0.01, 0.6), server.process.kill)
        writers.burst(server)  # the start of a server is not what is tested
        timer.start()
        while server.process.poll() is None:
            writers.burst(server)
        timer.cancel()
        server.kill()
    with Server(binary, os.path.join(work, "after"), uri) as server:
        lost = writers.lost(server)
    given = len(writers.acknowledged)
    check(f"{times} servers killed, {given} handles given: none lost", not lost and given >= times, lost[:5])
    check("no call failed but those cut off", not writers.failed, writers.untyped[:1])


def kill_database(binary, work, database, times, asked=None):
    """`asked`: the server that programs ask, where `database` is only a part of it."""
    writers, dice, slowest, unseen = Writers(), random.Random(9), 0.0, 0
    with Server(binary, os.path.join(work, "survivor"), (asked or database).uri()) as server:
        writers.burst(server)
        for _ in range(times):
            before = writers.failed
            end = threading.Timer(dice.uniform(0.05, 0.5), database.kill)
            end.start()
            while end.is_alive():
                writers.burst(server)
            writers.burst(server)  # and once when it is surely gone
            unseen += writers.failed == before
            database.start()
            back = time.monotonic()
            while not writers.burst(server) and time.monotonic() < back + 30:
                time.sleep(0.1)
            slowest = max(slowest, time.monotonic() - back)
        lost = writers.lost(server)
    check(f"PostgreSQL killed {times} times, {len(writers.acknowledged)} handles given: none lost", not lost, lost[:5])
    check("one server went on each time", slowest < 30, f"at most {slowest:.1f} s after the database was back")
    check(f"{writers.failed} calls in flight or after ended with a typed error that may be tried again, or an answer that says why",
          not writers.untyped and not unseen, writers.untyped[:1])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binary")
    parser.add_argument("--servers", type=int, default=100 if WHOLE else 6)
    parser.add_argument("--databases", type=int, default=20 if WHOLE else 2)
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
