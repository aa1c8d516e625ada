"""What the program says without any data beside it: on the built-in sample, and of queries alone."""
import copy
import json
import os

from .recording import flat, result_fields
from .session import Program

AS_OF = "2026-06-01"
FORMATS = ("ris", "bibtex", "csl_json", "nbib", "csv", "html")
QUESTION = "Does metformin slow cognitive decline in Alzheimer disease?"


def record(binary, home, asked, out, quick):
    program = Program(binary, os.path.join(home, "sample"), ["--sample"])
    out.hide(program.home, "<home>")
    with program.serve() as server:
        surface(server, out)
        queries(server, asked["goals"][:10 if quick else None], out)
        argument_walk(server, program, out)
        research(server, asked, out)
    checked_queries(program, asked["checked_queries"], out)
    run_command(program, out)


def surface(server, out):
    """`tools/list` to the byte, and everything else a host can list."""
    listed = server.bytes_of("tools/list")
    out.put("surface", "tools/list bytes", {"line": listed})
    for tool in json.loads(listed)["result"]["tools"]:
        out.put_answer("surface", "tool " + tool["name"], tool)
    for method in ("resources/list", "resources/templates/list", "prompts/list"):
        out.put_answer("surface", method, server.request(method))


def queries(server, goals, out):
    variants = [{}, {"query_strategy": "focused"}, {"query_strategy": "exploratory", "max_queries": 5}]
    calls = [(goal, variant) for goal in goals for variant in variants]
    results = server.tools(("pubmed_generate_query", {"research_goal": goal, "count": False, "as_of": AS_OF, **variant})
                           for goal, variant in calls)
    for (goal, variant), result in zip(calls, results):
        out.put("queries", f"{goal} {json.dumps(variant)}", result_fields(result))


def checked_queries(program, lines, out):
    """Canonical forms, errors with positions, translations to every other source."""
    text = "\n".join(lines) + "\n"
    path = os.path.join(program.home, "queries.txt")
    with open(path, "w") as file:
        file.write(text)
    printed, code = program.run("check-query", "--batch", path, "--json", "--translate", "all", "--as-of", AS_OF)
    for line, answer in zip(lines, printed.rstrip("\n").split("\n")):
        out.put_answer("checked_queries", line, json.loads(answer))
    out.put("checked_queries", "(batch)", {"lines": str(len(printed.rstrip("\n").split("\n"))), "exit code": str(code)})


def put_at(arguments, path, value):
    *parents, last = path.split(".")
    for parent in parents:
        arguments = arguments.setdefault(parent, {})
    arguments[last] = value


def arguments_of(entry, parameter, change):
    """As tests/unit/app/parameter_walk_test.cpp reads tests/fixtures/arguments/walk.json."""
    arguments = copy.deepcopy(entry["base"])
    if isinstance(change, dict) and "value" in change:
        for more in (change.get("with", {}), change.get("changed_with", {})):
            arguments.update(copy.deepcopy(more))
        for less in change.get("without", []):
            arguments.pop(less, None)
        change = change["value"]
    put_at(arguments, parameter, copy.deepcopy(change))
    return {key: value for key, value in arguments.items() if value is not None}


def with_handles(value, handles):
    if isinstance(value, dict):
        return {key: with_handles(member, handles) for key, member in value.items()}
    if isinstance(value, list):
        return [with_handles(member, handles) for member in value]
    return handles.get(value, value) if isinstance(value, str) else value


def sample_handles(server):
    """Sets of records, of features and of scores, each for two questions."""
    handles = {}
    for name, words in (("", "metformin"), ("other", "carvedilol OR simvastatin")):
        under = (lambda kind: "$" + (f"{name}_{kind}" if name and kind != "records" else name or kind))
        records = server.handle("pubmed_search", search_query=words, max_results=20)
        features = server.handle("pubmed_extract_features", result_set=records,
                                 extraction_schema={"sample_size": "number", "study_design": "string", "conclusion": "string"})
        scored = server.handle("pubmed_score_articles", result_set=features, query=words, as_of=AS_OF,
                               scoring_criteria={"weights": {"relevance": 0.5, "sample_size": 0.3, "study_design": 0.2}})
        ranked = server.handle("pubmed_filter_rank", result_set=scored, as_of=AS_OF)
        handles |= {under("records"): records, under("features"): features, under("scored"): scored, under("ranked"): ranked}
    return handles


def argument_walk(server, program, out):
    """Every parameter of every tool once, with the arguments the unit tests use."""
    walk = os.path.join(os.path.dirname(__file__), "..", "..", "tests", "fixtures", "arguments", "walk.json")
    with open(walk) as file:
        plan = json.load(file)
    handles = sample_handles(server)
    out.put("arguments", "(handles)", {name: str(handle) for name, handle in handles.items()})
    with open(os.path.join(program.home, "refs.ris"), "w") as file:
        file.write("TY  - JOUR\nTI  - A study of one\nAU  - Alpha, Ada\nPY  - 2020\nDO  - 10.5555/one\nER  - \n")
    calls = []
    for tool, entry in plan.items():
        calls.append((f"{tool}: base", tool, entry["base"]))
        calls += [(f"{tool}: {parameter}", tool, arguments_of(entry, parameter, change))
                  for parameter, change in entry["changes"].items() if not isinstance(change, str) or parameter not in ("batch_size", "validation_mode")]
    results = server.tools((tool, with_handles(arguments, handles)) for _, tool, arguments in calls)
    for (item, _, _), result in zip(calls, results):
        out.put("arguments", item, result_fields(result))
    for name, handle in handles.items():
        for form in FORMATS:
            result = server.tool("export_results", result_set=handle, format=form, max_response_tokens=1000000)
            out.put("sample_exports", f"{name} {form}", result_fields(result))


def research(server, asked, out):
    for question in (QUESTION, "carvedilol heart failure", "Does simvastatin reduce inflammation?"):
        result = server.tool("run_research", question=question, max_rounds=2, as_of=AS_OF, timeout_s=280)
        out.put("research", question, result_fields(result))
        run = (result.get("structuredContent") or {}).get("run_id")
        for form in ("report", "report.html"):
            answer = server.request("resources/read", {"uri": f"evidence://runs/{run}/{form}"})
            for content in answer.get("contents", []):
                out.put_text("research", f"{question} {form}", content.get("text", ""))
    for claim in asked["sample_claims"]:
        out.put("sample_claims", claim, result_fields(server.tool("test_hypothesis", claim=claim, max_response_tokens=100000)))
    result = server.tool("verify_citations", references=asked["references"], max_response_tokens=100000)
    out.put("citations", "all", result_fields(result))


def run_command(program, out):
    folder = os.path.join(program.home, "out")
    printed, _ = program.run("run", QUESTION, "--sample", "--as-of", AS_OF, "--out", folder)
    out.put_text("run", "printed", "\n".join(line for line in printed.rstrip("\n").split("\n") if "from the cache" not in line))
    for name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, name)) as file:
            text = file.read()
        if name.endswith(".json"):
            out.put("run", name, flat(json.loads(text)))
        else:
            out.put_text("run", name, text)
