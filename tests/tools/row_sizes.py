#!/usr/bin/env python3
"""What a record costs its reader at `row` detail: every record of a corpus, paged through the running server.

    row_sizes.py --program "build/evidence-mcp" [FOLDER...]

Each FOLDER (default: corpus/pubmed and corpus/pool of the shared folder) holds PubMed XML, plain or gzip. It is imported
into a library of its own and read by pubmed_search and search_evidence; of each answer the text is counted whole, with
its head and notices, and the structured records, four characters a token. Prints average and 95th percentile and exits
1 when the larger of the averages is over the limit of 120 tokens or paging lost a record, 77 (skipped) when folder or
program is not there. Standard library only.
"""
import argparse
import json
import os
import shlex
import subprocess
import sys
import tempfile

LIMIT = 120
MOST = 1000  # records of one source that search_evidence lists
TOOLS = {
    "pubmed_search": ("search_query", "articles", {"max_results": MOST, "offline": True}),
    "search_evidence": ("query", "evidence", {"max_results_per_source": MOST, "sources": ["pubmed"], "enrich": ["none"]}),
}


class Server:
    def __init__(self, command, environment):
        self.process = subprocess.Popen([*command, "serve"], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, text=True)
        self.number = 0
        self.ask("initialize", {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "rows", "version": "1"}})

    def ask(self, method, params):
        self.number += 1
        self.process.stdin.write(json.dumps({"jsonrpc": "2.0", "id": self.number, "method": method, "params": params}) + "\n")
        self.process.stdin.flush()
        for line in self.process.stdout:
            answer = json.loads(line)
            if answer.get("id") == self.number:
                return answer["result"]
        sys.exit("the server has ended")

    def close(self):
        self.process.stdin.close()
        self.process.wait(timeout=20)


def answers(server, tool, query):
    """All pages of one search."""
    name, _, more = TOOLS[tool]
    arguments = {name: query, "detail": "row", "max_response_tokens": 1_000_000, **more}
    while True:
        answer = server.ask("tools/call", {"name": tool, "arguments": arguments})
        if answer.get("isError"):
            sys.exit(f"{tool} {query}: {answer['content'][0]['text'][:300]}")
        yield answer
        cursor = answer["structuredContent"].get("next_cursor")
        if not cursor:
            return
        arguments["cursor"] = cursor


def tokens(value):
    return len(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, separators=(",", ":"))) / 4


def month(number):
    return f"{number // 12}/{number % 12 + 1:02}"


def queries(server, tool, first=1000 * 12, last=2100 * 12 - 1):
    """Everything; for search_evidence by spans of publication months with no more records than it lists."""
    if tool == "pubmed_search":
        return ["all[sb]"]
    query = f"{month(first)}:{month(last)}[dp]"
    answer = server.ask("tools/call", {"name": tool, "arguments": {"query": query, **TOOLS[tool][2], "max_results_per_source": 1}})
    found = answer["structuredContent"]["source_status"][0]["found"]
    if not found:
        return []
    if found <= MOST or first == last:
        return [query]
    half = (first + last) // 2
    return queries(server, tool, first, half) + queries(server, tool, half + 1, last)


def measure(server, tool):
    """Tokens of each structured record, of each text line, and of all texts; each record once."""
    rows, lines, text, seen = [], [], 0.0, set()
    for query in queries(server, tool):
        for answer in answers(server, tool, query):
            records = answer["structuredContent"][TOOLS[tool][1]]
            whole = answer["content"][0]["text"]
            rows += map(tokens, records)
            lines += [tokens(line) for line in whole.split("\n") if line.startswith("- ")]
            text += tokens(whole) if records else 0
            seen |= {r["pmid"] for r in records}
    return rows, lines, text, seen


def spread(values):
    return f"mean {sum(values) / len(values):6.1f}  p95 {sorted(values)[int(0.95 * (len(values) - 1))]:6.1f}  most {max(values):6.1f}"


def check_folder(command, folder):
    files = sorted(os.path.join(folder, f) for f in os.listdir(folder) if ".xml" in f)
    good = True
    with tempfile.TemporaryDirectory() as home:
        environment = {k: v for k, v in os.environ.items() if not k.startswith("EVIDENCE_MCP_")}
        environment.update(EVIDENCE_MCP_HOME=home, EVIDENCE_MCP_OFFLINE="1")
        subprocess.run([*command, "import", *files], env=environment, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        stats = subprocess.run([*command, "library", "stats", "--json"], env=environment, check=True, capture_output=True, text=True)
        records = json.loads(stats.stdout)["records"]
        server = Server(command, environment)
        for tool in TOOLS:
            rows, lines, text, seen = measure(server, tool)
            larger = max(sum(rows), text) / len(rows)
            # More than MOST records of one year, without months, are not all listed by search_evidence.
            good &= larger <= LIMIT and (len(seen) == records or tool == "search_evidence")
            print(f"{os.path.basename(folder)}, {tool}: {len(seen)} records of {records}, {larger:.1f} tokens each")
            print(f"  structured  {spread(rows)}\n  text lines  {spread(lines)}\n  text whole  mean {text / len(rows):6.1f}", flush=True)
        server.close()
    return good


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True)
    parser.add_argument("folders", nargs="*")
    options = parser.parse_args()
    shared = os.environ.get("EV_SHARED_DIR") or os.path.join(os.environ.get("EV_SOURCE_DIR", "."), "..", "shared")
    folders = options.folders or [os.path.join(shared, "corpus", name) for name in ("pubmed", "pool")]
    folders = [f for f in folders if os.path.isdir(f)]
    command = shlex.split(options.program)
    if not command or not folders:
        print("SKIPPED: no program to run" if not command else "SKIPPED: no corpus (EV_SHARED_DIR)")
        return 1 if os.environ.get("EV_REQUIRE_SHARED") else 77
    return 0 if all([check_folder(command, folder) for folder in folders]) else 1


if __name__ == "__main__":
    sys.exit(main())
