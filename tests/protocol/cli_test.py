#!/usr/bin/env python3
"""The command line of the real binary: exit codes, what goes to stdout, what files a run leaves.

  cli_test.py BINARY        Environment: EV_SOURCE_DIR (the checkout)
"""
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile

BINARY = os.path.abspath(sys.argv[1])
ROOT = os.environ.get("EV_SOURCE_DIR") or os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
HOME = tempfile.mkdtemp(prefix="evidence-cli-")
KEY = "SECRETKEY0123456789"
FAILURES = []


def environment(**more):
    return {"PATH": os.environ["PATH"], "HOME": HOME, "EVIDENCE_MCP_HOME": os.path.join(HOME, "state"), "NCBI_API_KEY": KEY, **more}


def run(*args, stdin="", **env):
    done = subprocess.run([BINARY, *args], input=stdin, capture_output=True, text=True, env=environment(**env), timeout=600)
    if KEY in done.stdout or KEY in done.stderr:
        FAILURES.append(f"{args[:2]}: the key is in the output")
    return done


def check(name, good, detail=""):
    if not good:
        FAILURES.append(name)
        print(f"FAIL {name} {str(detail)[:300]}")


def usage():
    check("--help", run("--help").returncode == 0)
    check("--version", run("--version").stdout.startswith("evidence-mcp/"))
    for args in (["nonsense"], ["run"], ["serve", "--nonsense"], ["import", "x.xml", "--jsonl"], ["call", "no_such_tool"],
                 ["call", "pubmed_search", "{broken", "--sample"], ["check-query"], ["run", "q", "--max", "0"]):
        done = run(*args)
        check(f"{' '.join(args)} is wrong usage", done.returncode == 2 and done.stdout == "" and done.stderr != "", (done.returncode, done.stdout, done.stderr))
    for args, meant in ((["serve", "--sampel"], "--sample"), (["doctr"], "doctor"), (["rnu", "q"], "run"), (["rnu"], "run"), (["mesh", "lokup", "x"], "lookup"),
                        (["run", "q", "--smaple"], "--sample"), (["call", "pubmed_serch", "{}", "--sample"], "pubmed_search")):
        done = run(*args)
        check(f"{' '.join(args)}: the near word is named", done.returncode == 2 and f"did you mean {meant}?" in done.stderr, done.stderr)


def calls():
    ok = run("call", "pubmed_search", json.dumps({"search_query": "metformin", "max_results": 2}), "--sample")
    check("call prints the structured result", ok.returncode == 0 and len(json.loads(ok.stdout)["articles"]) == 2, ok.stderr)
    path = os.path.join(HOME, "arguments.json")
    with open(path, "w") as f:
        f.write('{"search_query": "metformin", "max_results": 1}')
    check("call @file", run("call", "pubmed_search", "@" + path, "--sample").returncode == 0)
    check("call -", run("call", "pubmed_search", "-", "--sample", stdin='{"search_query": "metformin"}').returncode == 0)
    bad = run("call", "pubmed_search", '{"max_results": 0}', "--sample")
    check("a tool's error exits with 1", bad.returncode == 1 and json.loads(bad.stdout)["error"]["code"] == "invalid_argument" and "search_query" in bad.stderr)
    tools = json.loads(run("tools", "--json").stdout)["tools"]
    check("tools --json", len(tools) >= 6 and all("inputSchema" in t for t in tools))
    lines = run("tools").stdout.splitlines()
    check("tools", "pubmed_search" in lines)
    check("tools names the members of objects", any(line.split()[:1] == ["start_date"] for line in lines))


def lost_output():
    # A full disk; a reader that goes away early is none.
    for args in (("tools",), ("call", "pubmed_search", '{"search_query": "metformin"}', "--sample"), ("--help",)):
        with open("/dev/full", "w") as full:
            done = subprocess.run([BINARY, *args], stdout=full, stderr=subprocess.PIPE, text=True, env=environment())
        check(f"{args[0]} to a full disk fails", done.returncode == 1 and "could not be written whole" in done.stderr, (done.returncode, done.stderr))
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run([BINARY, "tools"], stdout=writer, stderr=subprocess.PIPE, text=True, env=environment())
    os.close(writer)
    quiet = done.stderr == "" and done.returncode in (0, -signal.SIGPIPE)
    check("tools to a reader that is gone", quiet, (done.returncode, done.stderr))


def batches():
    for command in (("check-query",), ("library", "search")):
        for path in ("/", "/nonexistent.txt"):
            done = run(*command, "--batch", path)
            check(f"{command[0]} --batch {path}", done.returncode == 1 and f"cannot read {path}" in done.stderr, (done.returncode, done.stderr))
    one = run("check-query", "--batch", "-", stdin="asthma\r\nasthma AND (\n")
    check("a batch of lines", [json.loads(l)["valid"] for l in one.stdout.splitlines()] == [True, False], one.stdout)


def reads():
    done = json.loads(run("call", "run_research", json.dumps({"question": "metformin in Alzheimer disease", "max_rounds": 1}), "--sample").stdout)
    report = run("read", done["report"], "--sample")
    check("read prints what a URI names", report.returncode == 0 and report.stdout.startswith("#"), report.stderr)
    check("read of nothing", run("read", "evidence://runs/none/report", "--sample").returncode == 1)


def whole_run():
    out = os.path.join(HOME, "out")
    done = run("run", "metformin in Alzheimer disease", "--sample", "--out", out, "--as-of", "2026-11-21")
    check("run", done.returncode == 0 and "Built-in sample" in done.stdout, done.stderr)
    check("run leaves its files", sorted(os.listdir(out)) == ["evidence.json", "references.bib", "references.ris", "report.html"])
    before = open(os.path.join(out, "evidence.json"), "rb").read()
    again = run("run", "metformin in Alzheimer disease", "--sample", "--out", out, "--as-of", "2026-11-21")
    check("the second run sends nothing", again.stderr.strip().splitlines()[-1].startswith("0 requests"), again.stderr)
    check("the second run writes the same bytes", open(os.path.join(out, "evidence.json"), "rb").read() == before)
    check("run --json", json.loads(run("run", "metformin", "--sample", "--json").stdout)["articles"])
    one = json.loads(run("run", "metformin", "--sample", "--sources", "clinicaltrials", "--json").stdout)
    check("run --sources", [s["source"] for s in one["sources"]] == ["clinicaltrials"] and one["articles"])
    check("a source unknown is wrong usage", run("run", "metformin", "--sources", "scopus").returncode == 2)
    check("a wrong date is refused", run("run", "metformin", "--sample", "--as-of", "yesterday").returncode == 1)


def imports():
    source = os.path.join(ROOT, "src", "pipeline", "sample", "data", "pubmed.xml")
    dry = run("import", source, "--dry-run", "--jsonl")
    articles = [json.loads(line) for line in dry.stdout.splitlines()]
    check("import --dry-run --jsonl", dry.returncode == 0 and len(articles) >= 40 and articles[0]["pmid"] == "90000001")
    stored = run("import", source, "--json")
    report = json.loads(stored.stdout)
    check("import --json", stored.returncode == 0 and report["records"] == len(articles))
    done = run("call", "pubmed_extract_features", json.dumps({"result_set": report["result_set"], "extraction_schema": {"sample_size": "number"}, "detail": "row"}))
    check("the imported set is usable at once", done.returncode == 0, done.stderr)
    check("a missing file", run("import", "/nonexistent.xml").returncode == 1)
    other = os.path.join(HOME, "x.ris")
    open(other, "w").write("a word\n")
    refused = run("import", other)
    check("another format is refused with those that are read", refused.returncode == 1 and "PubMed XML" in refused.stderr and "BibTeX" in refused.stderr, refused.stderr)
    samples = {"x.ris": "TY  - JOUR\nTI  - A title\nER  - \n", "x.nbib": "PMID- 90000001\nTI  - A title\n",
               "x.csv": "record_id,title\nr1,A title\n", "x.jsonl": '{"pmid": 90000001, "title": "A title"}\n',
               "x.bib": "@article{k, title={A title}}\n",
               "endnote.xml": "<xml><records><record><titles><title>A title</title></titles></record></records></xml>"}
    for name, content in samples.items():
        path = os.path.join(HOME, name)
        open(path, "w").write(content)
        read = run("import", path, "--dry-run", "--jsonl")
        check(f"import {name} --dry-run --jsonl", read.returncode == 0 and json.loads(read.stdout)["title"] == "A title", read.stderr)
        stored = run("import", path, "--json")
        check(f"import {name} --json", stored.returncode == 0 and json.loads(stored.stdout)["records"] == 1, stored.stderr)
    broken = os.path.join(HOME, "broken.jsonl")
    open(broken, "w").write('{"title": "A"}\n{"title": \n')
    named = run("import", broken, "--dry-run")
    check("a malformed record is named with its line", named.returncode == 0 and "at line 2" in named.stderr, named.stderr)


def vocabulary():
    file = os.path.join(HOME, "zebra2031.tsv")
    open(file, "w").write("ui\theading\ttree_numbers\tentry_terms\nD900001\tZebra Fever\tC01\tStriped Disease|Fever, Zebra\nD900002\n")
    home = {"EVIDENCE_MCP_HOME": os.path.join(HOME, "mesh"), "EVIDENCE_MCP_OFFLINE": "1"}
    before = run("mesh", "lookup", "metformin", "--json", **home)
    check("mesh lookup without an import", json.loads(before.stdout)["source"] == "built-in vocabulary", before.stdout)
    done = run("mesh", "import", file, "--json", **home)
    report = json.loads(done.stdout)
    check("mesh import --json", done.returncode == 0 and report["headings"] == 1 and report["terms"] == 3 and "line 3" in done.stderr, done)
    found = json.loads(run("mesh", "lookup", "striped diseases", "--json", **home).stdout)
    check("mesh lookup", found["headings"][0]["name"] == "Zebra Fever" and "zebra2031.tsv" in found["source"], found)
    check("mesh lookup by UI", run("mesh", "lookup", "D900001", **home).stdout.startswith("D900001  Zebra Fever"))
    missed = run("mesh", "lookup", "metformin", **home)
    check("the import replaces the built-in vocabulary", missed.returncode == 1 and missed.stdout == "" and "metformin" in missed.stderr, missed)
    check("mesh complete", run("mesh", "complete", "striped", **home).stdout == "Striped Disease -> Zebra Fever\n")
    generate = ("call", "pubmed_generate_query", json.dumps({"research_goal": "striped disease", "max_queries": 1, "count": False}))
    check("queries are made with the import", json.loads(run(*generate, **home).stdout)["mesh_terms"] == ["Zebra Fever"])
    sample = json.loads(run(*generate, "--sample", **home).stdout)
    check("the sample keeps its own vocabulary", sample["mesh_terms"] == [], sample["mesh_terms"])
    refused = run("mesh", "import", file, "--sample", **home)
    check("nothing is imported into the sample", refused.returncode == 1 and "sample" in refused.stderr, refused)
    own = os.path.join(HOME, "own.tsv")
    open(own, "w").write("ui\theading\ttree_numbers\nD900003\tGnome Pox\tC01.200\nD900001\tZebra Fever\tC01.100\n")
    merged = run("mesh", "import", own, **home)
    check("a second import is merged and says so", "merged by UI" in merged.stdout and "1 of its headings replaced, 0 kept" in merged.stdout, merged.stdout)
    report = json.loads(run("mesh", "import", file, "--json", **home).stdout)["files"][0]
    check("what is replaced and kept is counted", (report["replaced"], report["kept"], report["in_use"]["headings"]) == (1, 1, 2), report)
    tree = json.loads(run("mesh", "lookup", "C01", "--json", **home).stdout)
    check("mesh lookup by tree number", [h["name"] for h in tree["headings"]] == ["Zebra Fever", "Gnome Pox"], tree)
    check("mesh lookup of a tree number nobody has", run("mesh", "lookup", "C77.100", **home).returncode == 1)
    replaced = run("mesh", "import", own, "--replace", "--json", **home)
    check("mesh import --replace", json.loads(replaced.stdout)["files"][0]["dropped"] == 2, replaced.stdout)
    for term in ("/TU", "/therapeutic use", "therapeutic use", "TU"):
        found = run("mesh", "lookup", term, **home)
        check("mesh lookup of a qualifier: " + term, found.returncode == 0 and found.stdout.startswith("/TU  therapeutic use") and "adverse effects" in found.stdout, found)
    check("mesh lookup of an unknown qualifier", run("mesh", "lookup", "/striping", **home).returncode == 1)
    pair = run("mesh", "lookup", "gnome pox/TU", "--json", **home)
    check("mesh lookup of a heading with a qualifier", json.loads(pair.stdout)["qualifier"]["code"] == "TU" and json.loads(pair.stdout)["headings"], pair.stdout)
    missed = run("mesh", "lookup", "no such heading", **home)
    check("offline, an unknown heading is said", missed.returncode == 1, missed)
    other = os.path.join(HOME, "x.csv")
    open(other, "w").write("name,value\n")
    refused = run("mesh", "import", other, **home)
    check("what is no MeSH is refused with the way out", refused.returncode == 1 and "desc*.xml" in refused.stderr, refused)
    check("mesh alone is wrong usage", run("mesh").returncode == 2)


def queries():
    good = run("check-query", "metformin[tiab] and alzheimer[tiab]")
    check("check-query warns", good.returncode == 0 and "warning" in good.stdout, good.stdout)
    bad = run("check-query", "(metformin", "--json")
    check("check-query refuses with a position", bad.returncode == 1 and json.loads(bad.stdout)["errors"][0]["position"] == 0, bad.stdout)
    path = os.path.join(HOME, "queries.txt")
    open(path, "w").write("a[ti] AND b[ti]\n(((\n")
    lines = [json.loads(line) for line in run("check-query", "--batch", path).stdout.splitlines()]
    check("check-query --batch", [line["valid"] for line in lines] == [True, False])
    done = run("check-query", "asthma[ti] AND 100[pg] AND \"last 5 years\"[dp]", "--translate", "all", "--json", "--as-of", "2026-11-20")
    names = json.loads(done.stdout)["translations"]
    check("check-query --translate all", done.returncode == 0 and {"clinicaltrials", "europepmc", "openalex"} <= set(names)
          and names["europepmc"]["parameters"]["query"].startswith("TITLE:asthma AND ")
          and names["europepmc"]["untranslated"][0] == {"what": "100[pg]", "position": 15, "effect": "broader",
                                                        "why": "Europe PMC has no such search field"}, done.stdout)
    shown = run("check-query", "smith j[au]", "--translate", "clinicaltrials").stdout
    check("check-query --translate says what is lost", "ClinicalTrials.gov: not searchable" in shown and "smith j[au]" in shown, shown)
    check("check-query --translate to a service we do not know", run("check-query", "a[ti]", "--translate", "scopus").returncode == 2)
    check("check-query --as-of", run("check-query", "a[ti]", "--translate", "all", "--as-of", "yesterday").returncode == 2)


def doctor():
    done = run("doctor")
    check("doctor", done.returncode == 0 and "set (hidden)" in done.stdout, done.stdout[-400:] + done.stderr)
    check("doctor is one screen", len(done.stdout.splitlines()) <= 40, done.stdout)
    check("doctor --all has the limits", "HTTP cache on disk" in run("doctor", "--all").stdout)
    check("doctor --json", "settings" in json.loads(run("doctor", "--json").stdout))
    wrong = run("doctor", EVIDENCE_MCP_PUBMED_URL="http://example.org/x")
    check("a wrong setting is named", wrong.returncode == 1 and "EVIDENCE_MCP_PUBMED_URL" in wrong.stdout, wrong.stdout)
    refused = run("tools", EVIDENCE_MCP_PUBMED_URL="http://example.org/x")
    check("and refused by every other command", refused.returncode == 1 and "EVIDENCE_MCP_PUBMED_URL" in refused.stderr, refused.stderr)


def serving():
    hello = '{"jsonrpc":"2.0","id":0,"method":"ping"}\n'
    for args in ([], ["serve"], ["serve", "--sample"]):
        done = run(*args, stdin=hello)
        check(f"serve {args} answers and ends with its input", done.returncode == 0 and json.loads(done.stdout) == {"jsonrpc": "2.0", "id": 0, "result": {}}, done)


for part in (usage, calls, lost_output, batches, reads, whole_run, imports, vocabulary, queries, doctor, serving):
    part()
shutil.rmtree(HOME, ignore_errors=True)
print(f"{len(FAILURES)} failures")
for failure in FAILURES:
    print("  " + failure)
sys.exit(1 if FAILURES else 0)
