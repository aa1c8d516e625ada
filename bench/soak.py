#!/usr/bin/env python3
"""A server that works for a long time on large sets: is memory given back, and does ranking stay as fast as sets accumulate?

  soak.py BINARY [--seconds 120] [--records 4000] [--idle 60]

Every round imports a file of invented records, scores and ranks it and ranks the first set again. Prints a line a minute and, at the
end, the processor time of ranking at the beginning and the end and the resident memory after the idle time; exits 1 when that is above
150 MB or ranking has become half as slow again.
"""
import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time

WORDS = ("walnut zebra copper lantern velvet orchard meadow harbour saddle thimble marble juniper falcon pepper canyon ribbon "
         "treatment placebo patients pain sleep pressure trial cohort randomized mortality dose weeks outcome reduced improved").split()
MOST_BYTES = 150 * 1024 * 1024


class Server:
    def __init__(self, binary, home):
        env = {"PATH": os.environ["PATH"], "HOME": home, "EVIDENCE_MCP_HOME": os.path.join(home, "state"), "EVIDENCE_MCP_ROOTS": home}
        self.process = subprocess.Popen([binary, "serve", "--offline", "--call-timeout", "300"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                        env=env, text=True, cwd=home)
        self.next = 0
        self.ask("initialize", {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "soak", "version": "1"}})
        self.tell("notifications/initialized")

    def tell(self, method, params=None, **more):
        self.process.stdin.write(json.dumps({"jsonrpc": "2.0", "method": method, "params": params or {}, **more}) + "\n")
        self.process.stdin.flush()

    def ask(self, method, params):
        self.next += 1
        self.tell(method, params, id=self.next)
        while True:
            line = self.process.stdout.readline()
            if not line:
                raise RuntimeError("the server ended")
            reply = json.loads(line)
            if reply.get("id") == self.next and "method" not in reply:
                return reply["result"]

    def call(self, tool, **arguments):
        begun = self.computed()
        result = self.ask("tools/call", {"name": tool, "arguments": arguments})
        if result.get("isError"):
            raise RuntimeError(f"{tool}: {result['content'][0]['text'][:500]}")
        return result["structuredContent"], (self.computed() - begun) / 1e6

    def computed(self):
        """Nanoseconds on a processor, of all threads: what else runs on the machine does not count."""
        total = 0
        for task in os.listdir(f"/proc/{self.process.pid}/task"):
            with open(f"/proc/{self.process.pid}/task/{task}/schedstat") as f:
                total += int(f.read().split()[0])
        return total

    def resident(self):
        with open(f"/proc/{self.process.pid}/statm") as f:
            return int(f.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def write_records(path, count, chance):
    with open(path, "w") as f:
        for number in range(count):
            text = lambda words: " ".join(chance.choice(WORDS) for _ in range(words))  # noqa: E731
            f.write(json.dumps({"title": text(12).capitalize(), "abstract": text(180), "journal": "Journal of " + text(1),
                                "publication_date": str(chance.randint(1990, 2026)), "doi": f"10.5555/{chance.getrandbits(48):x}.{number}"}) + "\n")


def main():
    asked = argparse.ArgumentParser()
    asked.add_argument("binary")
    asked.add_argument("--seconds", type=float, default=120)
    asked.add_argument("--records", type=int, default=4000)
    asked.add_argument("--idle", type=float, default=60)
    given = asked.parse_args()
    chance = random.Random(1)
    ranked, peak, said, first = [], 0, time.monotonic(), None
    with tempfile.TemporaryDirectory(prefix="evidence-soak-") as home:
        server = Server(os.path.abspath(given.binary), home)
        path = os.path.join(home, "records.jsonl")
        end = time.monotonic() + given.seconds
        while time.monotonic() < end:
            write_records(path, given.records, chance)
            made, _ = server.call("deduplicate_evidence", path=path, detail="row", max_response_tokens=1000)
            scored, _ = server.call("pubmed_score_articles", result_set=made["result_set"], query="walnut pain", detail="row", max_response_tokens=1000,
                                    scoring_criteria={"weights": {"relevance": 0.7, "recency": 0.3}})
            first = first or scored["result_set"]
            for handle in (scored["result_set"], first):
                ranking, took = server.call("pubmed_filter_rank", result_set=handle, max_results=20, detail="row", output_format="summary",
                                            ranking_criteria={"boost_recent": True})
                assert len(ranking["ranked_articles"]) == 20, ranking
                ranked.append((handle is first and len(ranked) > 1, took))
            peak = max(peak, server.resident())
            if time.monotonic() - said > 60:
                said = time.monotonic()
                print(f"{len(ranked) // 2} sets, last rank {ranked[-2][1]:.1f} ms of processor, resident {server.resident() >> 20} MB", flush=True)
        time.sleep(given.idle)
        kept = server.resident()
        server.process.stdin.close()
        server.process.wait(timeout=60)
    part = max(1, len(ranked) // 10)

    def tenth(rows, old):
        return statistics.median([took for again, took in rows if again == old] or [0])

    slow = False
    for old, name in ((False, "of the newest set"), (True, "of the first set")):
        before, after = tenth(ranked[2:2 + 2 * part], old), tenth(ranked[-2 * part:], old)
        slow = slow or after > 1.5 * before + 2
        print(f"rank {name}: first tenth {before:.1f} ms, last tenth {after:.1f} ms")
    print(f"{len(ranked) // 2} sets of {given.records} records; resident: most {peak >> 20} MB, after {given.idle:.0f} s idle {kept >> 20} MB")
    return 1 if slow or kept > MOST_BYTES else 0


if __name__ == "__main__":
    sys.exit(main())
