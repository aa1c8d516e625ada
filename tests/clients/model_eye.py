#!/usr/bin/env python3
"""What a whole pipeline costs a model: the same calls it would make, by handle, each answer counted as what a host may
show it (the larger of text and structuredContent, four characters a token).

  model_eye.py BINARY [--sample] [--question TEXT] [--records 25] [--limit 12000] [--show DIR]

Five calls: generate, search, extract, score, hypotheses; `pubmed_filter_rank` is measured beside them. Without --sample the
services are those that the environment names. Also counts what every conversation pays: tools/list and instructions
(at most 5,000 tokens). Exit code: 0 within the limits, 1 not.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile

SCHEMA = {"sample_size": "number", "study_design": "string", "population": "string", "intervention": "string",
          "comparator": "string", "effect_size": "string", "direction": "string", "adverse_events": "string"}
WEIGHTS = {"relevance": 0.4, "study_design": 0.3, "sample_size": 0.2, "recency": 0.1}
STANDING_LIMIT = 5_000


def tokens(text):
    return (len(text) + 3) // 4


class Server:
    def __init__(self, command, home):
        environment = {"EVIDENCE_MCP_HOME": home, **os.environ} if "EVIDENCE_MCP_HOME" not in os.environ else dict(os.environ)
        self.process = subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.last = 0

    def ask(self, method, params):
        self.last += 1
        self.process.stdin.write(json.dumps({"jsonrpc": "2.0", "id": self.last, "method": method, "params": params}) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        if "error" in answer:
            sys.exit(f"{method}: {answer['error']}")
        return answer["result"]

    def call(self, name, arguments):
        result = self.ask("tools/call", {"name": name, "arguments": arguments})
        text = "".join(block.get("text", "") for block in result["content"])
        structured = json.dumps(result.get("structuredContent"), ensure_ascii=False, separators=(",", ":"))
        if result.get("isError"):
            sys.exit(f"{name}: {text}")
        return result["structuredContent"], tokens(text), tokens(structured), text

    def close(self):
        self.process.stdin.close()
        self.process.wait(10)


def pipeline(server, question, records):
    """(name, arguments) of each call; sent the structured result of each."""
    generated = yield "pubmed_generate_query", {"research_goal": question, "as_of": "2026-11-21"}
    found = yield "pubmed_search", {"search_query": generated["generated_queries"][0]["query_string"], "max_results": records,
                                    "sort_order": "relevance", "detail": "row"}
    extracted = yield "pubmed_extract_features", {"result_set": found["result_set"], "extraction_schema": SCHEMA, "detail": "row"}
    scored = yield "pubmed_score_articles", {"result_set": extracted["result_set"], "query": question, "as_of": "2026-11-21",
                                             "scoring_criteria": {"weights": WEIGHTS}, "detail": "row"}
    yield "generate_hypotheses", {"result_set": found["result_set"], "query": question, "detail": "row"}
    yield "pubmed_filter_rank", {"result_set": scored["result_set"], "max_results": records, "as_of": "2026-11-21", "detail": "row"}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binary")
    parser.add_argument("--sample", action="store_true")
    parser.add_argument("--question", default="Does metformin slow cognitive decline in Alzheimer disease?")
    parser.add_argument("--records", type=int, default=25)
    parser.add_argument("--limit", type=int, default=12_000)
    parser.add_argument("--show", help="folder for the answers as they came")
    options = parser.parse_args()
    command = [options.binary, "serve"] + (["--sample"] if options.sample else [])
    with tempfile.TemporaryDirectory() as home:
        server = Server(command, home)
        hello = server.ask("initialize", {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "model-eye", "version": "1"}})
        listed = server.ask("tools/list", {})
        standing = tokens(hello["instructions"]) + tokens(json.dumps(listed["tools"], ensure_ascii=False, separators=(",", ":")))
        print(f"{'tools/list and instructions':28} {standing:7,}  (limit {STANDING_LIMIT:,})")
        print(f"{'call':28} {'counts':>7} {'text':>7} {'JSON':>7}")
        steps = pipeline(server, options.question, options.records)
        total, number, step = 0, 0, next(steps)
        while step:
            number += 1
            structured, text, json_, shown = server.call(*step)
            counted = number <= 5
            total += max(text, json_) if counted else 0
            print(f"{step[0]:28} {max(text, json_):7,} {text:7,} {json_:7,}" + ("" if counted else "  beside the five"))
            if options.show:
                os.makedirs(options.show, exist_ok=True)
                with open(os.path.join(options.show, f"{number}-{step[0]}.json"), "w") as file:
                    json.dump(structured, file, ensure_ascii=False, indent=1)
                with open(os.path.join(options.show, f"{number}-{step[0]}.txt"), "w") as file:
                    file.write(shown)
            try:
                step = steps.send(structured)
            except StopIteration:
                step = None
        server.close()
    print(f"{'the five':28} {total:7,}  (limit {options.limit:,})")
    return 0 if total <= options.limit and standing <= STANDING_LIMIT else 1


sys.exit(main())
