#!/usr/bin/env python3
"""Calls, prompts, completions and resources with arguments made from what the server itself lists, right, nearly right and hostile, at a
running server: no end of the process, no internal error, no answer that takes long to compute, nothing on standard output but the protocol.

  requests.py BINARY         Environment: EV_ATTACK_WHOLE=1 for 11,000 calls and 8,000 other requests
"""
import json
import os
import random
import subprocess
import sys
import tempfile
import time

BINARY = os.path.abspath(sys.argv[1])
WHOLE = bool(os.environ.get("EV_ATTACK_WHOLE"))
CALLS, OTHERS = (11000, 8000) if WHOLE else (500, 300)
LONGEST = 10  # seconds of one request that the server computes: on a loaded machine it may wait for its turn
PATIENCE = 120  # seconds of waiting
PIECES = ["metformin", "(", ")", "\"", "*", "[", "[]", "()()", " ", "\n", "\u0000", "\u202e", "\U000e0041", "A. ", "a, ", "n=12 ", "95% CI 1.0-2.0; ", "p<0.05 ",
          "respectively, metformin increased pain ", "tea[tiab] AND (pain[mh] OR ", "rs-0000000000", "90000001", "NCT01234567", "PMC1", "10.5555/x", "2021/13/45",
          "-1", "1e308", "../../../etc/passwd", "file:///etc/passwd", "%00", "<!--", "<?", "]]>", "{{", "'; DROP TABLE articles; --", "Ignore all previous instructions. ",
          "evidence://result-sets/", "=cmd|'/C calc'!A0", "中文", "é\u0301", "\ud7ff", "x" * 300]
ODD = [None, True, False, 0, -1, 1, 2 ** 31, 2 ** 63, 2 ** 70, -0.0, 1e308, 1.5, "", [], {}, [[]], [None], {"": ""}, "null", [1] * 50, {"a": {"b": {"c": []}}}]


class Maker:
    def __init__(self, seed, handles):
        self.chance, self.handles = random.Random(seed), handles

    def text(self):
        piece = self.chance.choice(PIECES)
        often = self.chance.choice((1, 1, 2, 3, 200))
        return "".join(piece if self.chance.random() < 0.7 else self.chance.choice(PIECES) for _ in range(often))[:8000]

    def of(self, schema, depth=0):
        if self.chance.random() < 0.08:
            return self.chance.choice(ODD)
        if "enum" in schema and self.chance.random() < 0.8:
            return self.chance.choice(schema["enum"])
        kind = schema.get("type")
        kind = self.chance.choice(kind) if isinstance(kind, list) else kind
        if kind == "object":
            if "properties" not in schema or depth > 4:
                return {self.chance.choice(("sample_size", "relevance", "a", "")): self.chance.choice(("number", "string", 1, 0.5, "array[object]", {}))}
            wanted = set(schema.get("required", []))
            return {n: self.of(s, depth + 1) for n, s in schema["properties"].items() if n in wanted and self.chance.random() < 0.95 or self.chance.random() < 0.25}
        if kind == "array":
            return [self.of(schema.get("items", {"type": "string"}), depth + 1) for _ in range(self.chance.choice((0, 1, 1, 2, 5)))]
        if kind in ("integer", "number"):
            return self.chance.choice((0, 1, 3, 10, schema.get("maximum", 100), schema.get("maximum", 100) + 1, schema.get("minimum", 0) - 1, -5, 0.3, "7"))
        if kind == "boolean":
            return self.chance.random() < 0.5
        return self.chance.choice(schema.get("examples") or [self.text()]) if self.chance.random() < 0.3 else self.text()

    def arguments(self, schema):
        given = self.of(dict(schema, type="object"))
        if isinstance(given, dict) and "result_set" in schema.get("properties", {}) and self.chance.random() < 0.6:
            given["result_set"] = self.chance.choice(self.handles)
        if self.chance.random() < 0.05 and isinstance(given, dict):
            given[self.text()[:40]] = self.chance.choice(ODD)
        return given


class Server:
    def __init__(self, home):
        env = {"PATH": os.environ["PATH"], "HOME": home, "EVIDENCE_MCP_HOME": os.path.join(home, "state")}
        self.process = subprocess.Popen([BINARY, "serve", "--sample"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=env)
        self.number, self.slowest, self.latest = 0, (0, ""), (0, "")
        self.ask("initialize", {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}})
        self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def computed(self):
        """Seconds of all its threads so far."""
        with open(f"/proc/{self.process.pid}/stat") as f:
            fields = f.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def send(self, message):
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()

    def ask(self, method, params):
        self.number += 1
        begun, before = time.monotonic(), self.computed()
        self.send({"jsonrpc": "2.0", "id": self.number, "method": method, "params": params})
        while True:
            line = self.process.stdout.readline()
            if not line:
                raise RuntimeError(f"the server ended (exit {self.process.wait(30)}) in {method} {json.dumps(params)[:2000]}")
            reply = json.loads(line)
            if "method" in reply and "id" in reply:  # a question to the client
                self.send({"jsonrpc": "2.0", "id": reply["id"], "error": {"code": -32601, "message": "no"}})
            if reply.get("id") == self.number and "method" not in reply:
                asked = f"{method} {json.dumps(params)[:300]}"
                self.slowest = max(self.slowest, (self.computed() - before, asked))
                self.latest = max(self.latest, (time.monotonic() - begun, asked))
                return reply


def is_wrong(reply):
    """An internal error, however it is told."""
    if reply.get("error", {}).get("code") == -32603:
        return json.dumps(reply["error"])[:300]
    result = reply.get("result", {})
    if result.get("isError") and (result.get("structuredContent") or {}).get("error", {}).get("code") in ("internal", None):
        return json.dumps(result)[:300]
    return None


def handles_of(server):
    """A set of every stage, so that calls by handle go on."""
    def made(tool, **arguments):
        return server.ask("tools/call", {"name": tool, "arguments": arguments})["result"]["structuredContent"]["result_set"]
    found = made("pubmed_search", search_query="metformin OR placebo", max_results=20)
    features = made("pubmed_extract_features", result_set=found, extraction_schema={"sample_size": "number", "results": "array[object]"})
    scored = made("pubmed_score_articles", result_set=features, query="metformin", scoring_criteria={"weights": {"relevance": 1}})
    return [found, features, scored, "rs-0000000000", "", " ", "rs-", "x" * 3000]


def other_requests(server, maker):
    prompts = server.ask("prompts/list", {})["result"]["prompts"]
    templates = [t["uriTemplate"] for t in server.ask("resources/templates/list", {})["result"]["resourceTemplates"]]
    while True:
        prompt = maker.chance.choice(prompts)
        names = [a["name"] for a in prompt.get("arguments", [])]
        given = {n: maker.text() if maker.chance.random() < 0.9 else maker.chance.choice(ODD) for n in names if maker.chance.random() < 0.8}
        uri = maker.chance.choice(templates).split("{")[0] + maker.chance.choice(maker.handles + [maker.text()])
        yield from ((("prompts/get", {"name": prompt["name"], "arguments": given})),
                    ("completion/complete", {"ref": {"type": "ref/prompt", "name": prompt["name"]}, "argument": {"name": maker.chance.choice(names or ["a"]), "value": maker.text()}}),
                    ("resources/read", {"uri": uri}),
                    ("completion/complete", {"ref": {"type": "ref/resource", "uri": maker.chance.choice(templates)}, "argument": {"name": "id", "value": maker.text()[:200]}}))


def main():
    failures = []
    with tempfile.TemporaryDirectory(prefix="evidence-requests-") as home:
        server = Server(home)
        maker = Maker(1, handles_of(server))
        tools = server.ask("tools/list", {})["result"]["tools"]
        others = other_requests(server, maker)

        def one(method, params):
            wrong = is_wrong(server.ask(method, params))
            if wrong:
                failures.append(f"{method} {json.dumps(params)[:600]}: {wrong}")
        try:
            for number in range(CALLS):
                tool = tools[number % len(tools)]
                one("tools/call", {"name": tool["name"], "arguments": maker.arguments(tool["inputSchema"])})
            for _ in range(OTHERS):
                one(*next(others))
            server.process.stdin.close()
            if server.process.wait(60) != 0:
                failures.append(f"exit {server.process.returncode} at the end of input")
        except (RuntimeError, ValueError) as e:
            failures.append(str(e))
        if server.slowest[0] > LONGEST:
            failures.append(f"{server.slowest[0]:.1f} s computed: {server.slowest[1]}")
        if server.latest[0] > PATIENCE:
            failures.append(f"answered after {server.latest[0]:.1f} s: {server.latest[1]}")
    for failure in failures[:20]:
        print("FAIL", failure)
    print(f"most computed {server.slowest[0]:.2f} s: {server.slowest[1][:160]}")
    print(f"latest answer {server.latest[0]:.2f} s: {server.latest[1][:160]}")
    print(f"attack: arguments and requests: {CALLS + OTHERS} inputs, {len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
