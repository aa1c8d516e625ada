#!/usr/bin/env python3
"""Latency of pings and of a cached search over the wire, alone and while four calls compute.

  load.py BINARY        uses the built-in sample; prints figures only
"""
import json
import os
import subprocess
import sys
import time


class Server:
    def __init__(self, binary):
        self.process = subprocess.Popen([binary, "serve", "--sample"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.next = 0
        self.early = {}
        self.call("initialize", {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"}})

    def send(self, method, params=None):
        self.next += 1
        message = {"jsonrpc": "2.0", "id": self.next, "method": method}
        if params is not None:
            message["params"] = params
        self.process.stdin.write((json.dumps(message) + "\n").encode())
        self.process.stdin.flush()
        return self.next

    def wait(self, number):
        while number not in self.early:
            line = self.process.stdout.readline()
            self.early[json.loads(line[:40].split(b',"result"')[0].split(b',"error"')[0] + b"}")["id"]] = line
        return self.early.pop(number)

    def call(self, method, params=None):
        return self.wait(self.send(method, params))

    def tool(self, name, **arguments):
        return json.loads(self.call("tools/call", {"name": name, "arguments": arguments}))["result"]["structuredContent"]


def percentiles(times):
    times = sorted(times)
    at = lambda q: times[min(len(times) - 1, int(q * len(times)))] * 1e3
    return f"p50 {at(.5):.3f} ms, p99 {at(.99):.3f} ms, {len(times)} calls, {len(times) / sum(times):.0f}/s"


def measure(server, count, send):
    times = []
    for _ in range(count):
        begin = time.perf_counter()
        server.wait(send())
        times.append(time.perf_counter() - begin)
    return percentiles(times)


def heavy_arguments(server):
    """A scoring call that computes for long: 2,000 inline records."""
    text = "Metformin reduced glucose in a randomized trial of adults with diabetes and improved outcomes. " * 12
    rows = [{"item_id": str(70000000 + i), "original_article": {"pmid": str(70000000 + i), "title": f"Trial {i}", "abstract": text + str(i)},
             "extraction": {"sample_size": i}} for i in range(2000)]
    return {"articles_with_features": rows, "query": "metformin glucose", "max_response_tokens": 1000,
            "scoring_criteria": {"weights": {"relevance": 0.5, "sample_size": 0.3, "text_quality": 0.2}}}


def main():
    server = Server(os.path.abspath(sys.argv[1]))
    search = {"name": "pubmed_search", "arguments": {"search_query": "metformin", "max_results": 20, "detail": "row"}}
    server.call("tools/call", search)
    ping = lambda: server.send("ping")
    cached = lambda: server.send("tools/call", search)
    print("ping alone:               ", measure(server, 5000, ping))
    print("cached search alone:      ", measure(server, 300, cached))
    heavy = {"name": "pubmed_score_articles", "arguments": heavy_arguments(server)}
    began = time.perf_counter()
    running = [server.send("tools/call", heavy) for _ in range(4)]
    print("ping under 4 heavy calls: ", measure(server, 2000, ping))
    for number in running:
        server.wait(number)
    print(f"(the four calls took {time.perf_counter() - began:.1f} s)")
    running = [server.send("tools/call", heavy) for _ in range(3)]
    print("cached search, 3 heavy:   ", measure(server, 30, cached))
    for number in running:
        server.wait(number)
    server.process.stdin.close()
    server.process.wait(timeout=5)


if __name__ == "__main__":
    main()
