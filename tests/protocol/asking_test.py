#!/usr/bin/env python3
"""pubmed_generate_query asks the user, in both eras, whether a search that finds too much is to be narrowed.

  asking_test.py BINARY

PubMed is a stand-in on this machine that counts 90,000 records for every query and 4,000 where a year is asked for.
What is asked about an ambiguous name is in tests/transcripts/sample_*_asking.jsonl.
"""
import http.server
import json
import os
import subprocess
import sys
import tempfile
import threading
import urllib.parse

BINARY = os.path.abspath(sys.argv[1])
FAILURES = []
MODERN = "2026-07-28"


def check(name, good, detail=""):
    if not good:
        FAILURES.append(name)
        print(f"FAIL {name} {str(detail)[:1500]}")


class PubMed(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.answer(urllib.parse.urlsplit(self.path).query)

    def do_POST(self):
        self.answer(self.rfile.read(int(self.headers["Content-Length"])).decode())

    def answer(self, form):
        term = dict(urllib.parse.parse_qsl(form)).get("term", "")
        count = 4_000 if "[dp]" in term or "Publication" in term else 90_000
        body = json.dumps({"header": {"type": "esearch", "version": "0.3"}, "esearchresult": {
            "count": str(count), "retmax": "0", "retstart": "0", "idlist": [], "translationset": [], "querytranslation": term}}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class Client:
    def __init__(self, url, home, capabilities, modern):
        environment = {"PATH": os.environ["PATH"], "HOME": home, "EVIDENCE_MCP_HOME": os.path.join(home, "state"),
                       "EVIDENCE_MCP_SOURCES": "pubmed", "EVIDENCE_MCP_PUBMED_URL": url}
        self.process = subprocess.Popen([BINARY, "serve"], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.capabilities, self.modern, self.last = capabilities, modern, 0
        if not modern:
            self.ask("initialize", {"protocolVersion": "2025-11-25", "capabilities": capabilities, "clientInfo": {"name": "t", "version": "1"}})

    def send(self, message):
        self.process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        self.process.stdin.flush()

    def read(self):
        return json.loads(self.process.stdout.readline())

    def ask(self, method, params):
        self.last += 1
        if self.modern:
            params = {**params, "_meta": {"io.modelcontextprotocol/protocolVersion": MODERN,
                                          "io.modelcontextprotocol/clientInfo": {"name": "t", "version": "1"},
                                          "io.modelcontextprotocol/clientCapabilities": self.capabilities}}
        self.send({"id": self.last, "method": method, "params": params})
        return self.read()

    def generate(self, action, arguments):
        """The result of a call in which `action` (a form's result) answers every question; the questions before it."""
        params = {"name": "pubmed_generate_query", "arguments": arguments}
        questions = []
        message = self.ask("tools/call", params)
        while len(questions) < 4:
            result = message.get("result", {})
            if message.get("method") == "elicitation/create":
                questions.append(message["params"])
                self.send({"id": message["id"], "result": action})
                message = self.read()
            elif result.get("resultType") == "input_required":
                questions.append(next(iter(result["inputRequests"].values()))["params"])
                message = self.ask("tools/call", {**params, "requestState": result["requestState"],
                                                  "inputResponses": {key: action for key in result["inputRequests"]}})
            else:
                break
        return message["result"].get("structuredContent"), questions

    def close(self):
        self.process.stdin.close()
        check("the server ends", self.process.wait(5) == 0)


def era(modern, url):
    name = "modern" if modern else "legacy"
    with tempfile.TemporaryDirectory() as home:
        goal = {"research_goal": "diabetes", "max_queries": 1, "as_of": "2026-11-21"}
        five = {"action": "accept", "content": {"narrow": "only the last 5 years"}}
        client = Client(url, home, {"elicitation": {"form": {}}}, modern)
        out, questions = client.generate(five, goal)
        check(f"{name}: asked once", len(questions) == 1 and "90000" in questions[0]["message"], questions)
        check(f"{name}: narrowed as answered", out["generated_queries"][0]["result_count"] == 4_000 and not out.get("warnings"), out)
        check(f"{name}: the answer is noted", any("only the last 5 years" in note for note in out["query_metadata"]["notes"]), out)
        kept, questions = client.generate({"action": "accept", "content": {"narrow": "leave it as broad as it is"}}, goal)
        check(f"{name}: left as it is", len(questions) == 1 and kept["generated_queries"][0]["result_count"] == 90_000 and not kept.get("warnings"), kept)
        declined, questions = client.generate({"action": "decline"}, goal)
        check(f"{name}: declined", len(questions) == 1 and any("no limit was assumed" in w for w in declined.get("warnings", [])), declined)
        said, questions = client.generate(five, {**goal, "time_frame": "all_time"})
        check(f"{name}: not asked of what is said", questions == [] and not said.get("warnings"), said)
        client.close()
        without = Client(url, home, {}, modern)
        plain, questions = without.generate(five, goal)
        for query in plain["generated_queries"] + declined["generated_queries"]:
            del query["counted_at"]  # the time, or that of the cached count
        check(f"{name}: not asked without forms", questions == [] and plain["generated_queries"] == declined["generated_queries"], plain)
        check(f"{name}: and told", plain.get("warnings") == declined.get("warnings"), plain)
        without.close()


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), PubMed)
threading.Thread(target=server.serve_forever, daemon=True).start()
URL = f"http://127.0.0.1:{server.server_address[1]}"
for which in (False, True):
    era(which, URL)
print("FAILED: " + ", ".join(FAILURES) if FAILURES else "asking: all checks passed")
sys.exit(1 if FAILURES else 0)
