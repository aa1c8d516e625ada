"""What the program says of the corpus of the shared folder: imported, then asked by handles, without network."""
import contextlib
import glob
import gzip
import json
import os
import re
import sqlite3

from .recording import flat, leaf, result_fields
from .sample_part import AS_OF, FORMATS
from .session import Program

# Folder, records in full, records in quick mode. The old records are sparse; they make up the number.
PARTS = (("pubmed", 100000, 350), ("pool", 100000, 450), ("pubmed_old", 10600, 100))
CHUNK = 1000
ALL = 1000000


def record(binary, home, shared, asked, out, quick):
    """Returns how many records were read."""
    program = Program(binary, os.path.join(home, "corpus"), ["--offline"])
    out.hide(program.home, "<home>")
    mesh = os.path.join(shared, "eval", "data", "mesh", "mesh.tsv.gz")
    if os.path.exists(mesh):
        printed, _ = program.run("mesh", "import", mesh)
        out.put_text("import", "mesh", re.sub(r"in [\d.]+ m?s", "", printed))
    handles, count = [], 0
    for name, path, records in chunks(shared, program.home, quick):
        handles.append((name, imported(program, name, path, out)))
        count += records
    schema(program, out)
    with program.serve() as server:
        extraction(server, handles, asked["extraction"], out)
        scores(server, [row for row in handles if row[0].startswith("pool")][:2], out)
        deduplication(server, program, handles, out)
        claims(server, asked, quick, out)
        hypotheses(server, asked["topics"][:4 if quick else None], out)
        exports(server, handles[0][1], out)
    library(program, asked["library_searches"], out)
    return count


def chunks(shared, home, quick):
    """Files of at most CHUNK records: (name, path, records)."""
    for folder, full, few in PARTS:
        left = few if quick else full
        for path in sorted(glob.glob(os.path.join(shared, "corpus", folder, "*.xml.gz"))):
            with gzip.open(path, "rt", encoding="utf-8") as file:
                records = re.findall(r"<(PubmedArticle|PubmedBookArticle)>(.*?)</\1>", file.read(), re.S)[:left]
            left -= len(records)
            for place in range(0, len(records), CHUNK):
                part = records[place:place + CHUNK]
                name = f"{os.path.basename(path).split('.')[0]}_{place // CHUNK}"
                file_name = os.path.join(home, name + ".xml")
                with open(file_name, "w", encoding="utf-8") as file:
                    file.write("<PubmedArticleSet>\n" + "\n".join(f"<{tag}>{text}</{tag}>" for tag, text in part) + "\n</PubmedArticleSet>\n")
                yield name, file_name, len(part)


def imported(program, name, path, out):
    printed, code = program.run("import", path, "--json")
    report = json.loads(printed)
    out.put("import", name, {**flat(report), "exit code": str(code)})
    lines, _ = program.run("import", path, "--dry-run", "--jsonl")
    for place, line in enumerate(lines.split("\n")[:-1]):
        out.put_answer("records", f"{name} {place}", json.loads(line))
    return report["result_set"]


def schema(program, out):
    """The tables of a state folder as this binary makes them."""
    for path in glob.glob(os.path.join(program.home, "state", "**", "*.db"), recursive=True):
        with contextlib.closing(sqlite3.connect(path)) as database:
            for kind, name, sql in database.execute("select type, name, sql from sqlite_master order by type, name"):
                out.put("schema", f"{os.path.basename(path)} {kind} {name}", {"sql": sql or ""})
            version, = database.execute("pragma user_version").fetchone()
            out.put("schema", os.path.basename(path), {"user_version": str(version)})


def cell(value, about):
    """A cell with what tells where it stands; None where the usual reason says that nothing is stated."""
    about = dict(about)
    if value is None and about.get("status") == "not_stated" and about.get("reason", "").startswith("not stated in"):
        return None
    ordered = [value] + [about.pop(key, None) for key in ("status", "quote", "text", "start", "end", "method", "confidence")]
    return leaf(ordered) + (" " + leaf(about) if about else "")


def pages(server, name, arguments):
    """A call and the pages after it."""
    while True:
        answer = server.tool(name, **arguments).get("structuredContent") or {}
        yield answer
        if not answer.get("next_cursor"):
            return
        arguments = {**arguments, "cursor": answer["next_cursor"]}


def extraction(server, handles, groups, out):
    asks = [(name, number, {"result_set": handle, "extraction_schema": fields, "engine": "rules", "max_response_tokens": ALL})
            for name, handle in handles for number, fields in enumerate(groups)]
    results = server.tools(("pubmed_extract_features", arguments) for _, _, arguments in asks)
    for (name, number, arguments), result in zip(asks, results):
        answer = result.get("structuredContent") or {}
        rows = list(answer.pop("extractions", []))
        if answer.get("next_cursor"):
            rest = pages(server, "pubmed_extract_features", {**arguments, "cursor": answer["next_cursor"]})
            rows += [row for page in rest for row in page["extractions"]]
        for place, row in enumerate(rows):
            about = row.get("extraction_metadata", {})
            cells = {field: cell(row["extraction"].get(field), about.get(field, {})) for field in arguments["extraction_schema"]}
            out.put("extraction", f"{name} {place} {row['item_id']} {number}", {field: text for field, text in cells.items() if text})
        out.put("extraction_calls", f"{name} {number}", result_fields({**result, "structuredContent": answer}))


def scores(server, handles, out):
    for name, handle in handles:
        features = server.handle("pubmed_extract_features", result_set=handle, max_response_tokens=1000,
                                 extraction_schema={"sample_size": "number", "study_design": "string", "p_value": "number"})
        for question in ("omeprazole for duodenal ulcer", "blood pressure lowering in older adults"):
            ways = {"weighted": {}, "composite": {"score_function": "composite"}, "seed": {"profile": "seed"},
                    "z": {"missing": "penalise"}}
            for way, more in ways.items():
                criteria = {"weights": {"relevance": 0.4, "study_design": 0.2, "sample_size": 0.2, "recency": 0.1, "text_quality": 0.1}}
                if way == "z":
                    criteria["normalization_method"] = "z_score"
                result = server.tool("pubmed_score_articles", result_set=features, query=question, scoring_criteria=criteria,
                                     as_of=AS_OF, max_response_tokens=ALL, **more)
                out.put("scores", f"{name} {question} {way}", result_fields(result))
                scored = (result.get("structuredContent") or {}).get("result_set")
                for diversity in ({}, {"diversity": 0.7}):
                    ranked = server.tool("pubmed_filter_rank", result_set=scored, as_of=AS_OF, max_results=50, detail="row",
                                         ranking_criteria={"boost_recent": True}, max_response_tokens=ALL, **diversity)
                    out.put("ranks", f"{name} {question} {way} {diversity}", result_fields(ranked))
        learned_model(server, name, handle, features, out)


def learned_model(server, name, handle, features, out):
    """A model from labels given by a rule of no meaning but of some regularity."""
    listed = server.tool("pubmed_search", search_query="randomized", offline=True, max_results=400, detail="row", max_response_tokens=ALL)
    trials = {row.get("pmid") for row in listed["structuredContent"]["articles"]}
    rows = server.tool("pubmed_extract_features", result_set=handle, extraction_schema={"year": "number"}, max_response_tokens=ALL)
    pmids = [row["item_id"] for row in rows["structuredContent"]["extractions"]][:200]
    labels = [{"pmid": pmid, "include": pmid in trials} for pmid in pmids if pmid.isdigit()]
    result = server.tool("pubmed_score_articles", result_set=features, labels=labels, score_function="ml_model", as_of=AS_OF,
                         scoring_criteria={"weights": {"relevance": 1}}, query="randomized trials", max_response_tokens=ALL)
    out.put("scores", f"{name} learned", result_fields(result))


def deduplication(server, program, handles, out):
    first = [handle for name, handle in handles if name.startswith("pubmed_0")]
    result = server.tool("deduplicate_evidence", result_sets=first, max_response_tokens=ALL)
    out.put("deduplication", "sets", result_fields(result))
    name = next(name for name, _ in handles if name.startswith("pubmed_0"))
    lines, _ = program.run("import", os.path.join(program.home, name + ".xml"), "--dry-run", "--jsonl")
    result = server.tool("deduplicate_evidence", evidence_list=altered(lines), max_response_tokens=ALL)
    out.put("deduplication", "altered copies", result_fields(result))


def altered(lines):
    """Records beside copies as other databases would write them: without ids, in capitals, with initials, a year off."""
    records = []
    for place, article in enumerate(json.loads(line) for line in lines.split("\n")[:-1][:300]):
        kept = {key: article[key] for key in ("title", "authors", "journal", "publication_date", "doi", "pmid") if article.get(key)}
        copy = {key: kept[key] for key in ("title", "authors", "journal", "publication_date") if key in kept}
        if place % 4 == 1:
            copy["title"] = copy.get("title", "").upper()
        if place % 4 == 2:
            copy["authors"] = [author.split(" ")[-1] for author in copy.get("authors", [])][:1]
        if place % 4 == 3:
            copy["title"] = copy.get("title", "").rstrip(".").split(":")[0]
        records += [kept, copy]
    return records


def found(server, words, limit):
    return server.handle("pubmed_search", search_query=words, offline=True, max_results=limit, detail="row")


def claims(server, asked, quick, out):
    few = 12 if quick else None
    for row in asked["claims"][:few]:
        handle = found(server, row["search"], 60)
        result = server.tool("test_hypothesis", claim=row["claim"], result_set=handle, max_response_tokens=ALL)
        out.put("claims", row["claim"], result_fields(result))
    for row in asked["comparisons"][:few]:
        handle = found(server, row["search"], 60)
        comparison = {key: value for key, value in row.items() if key != "search"}
        result = server.tool("test_hypothesis", comparison=comparison, result_set=handle, max_response_tokens=ALL)
        out.put("comparisons", json.dumps(comparison), result_fields(result))


def hypotheses(server, topics, out):
    for row in topics:
        handle = found(server, f"{row['drug']} AND ({row['disease']})", 200) or found(server, row["drug"], 200)
        for detail in ("standard", "full"):
            result = server.tool("generate_hypotheses", query=f"{row['drug']} and {row['disease']}", result_set=handle, detail=detail, **row,
                                 max_response_tokens=ALL)
            out.put("hypotheses", f"{row['drug']} {row['disease']} {detail}", result_fields(result))
        first = ((result.get("structuredContent") or {}).get("hypotheses") or [{}])[0].get("id")
        if first:
            tested = server.tool("test_hypothesis", hypothesis_id=first, result_set=handle, max_response_tokens=ALL)
            out.put("hypotheses", f"{row['drug']} {row['disease']} tested", result_fields(tested))


def exports(server, handle, out):
    for form in FORMATS:
        result = server.tool("export_results", result_set=handle, format=form, max_response_tokens=ALL)
        text = (result.get("structuredContent") or {}).pop("content", None)
        out.put("exports", form, result_fields(result))
        if text is not None:
            out.put_text("exports", form + " document", text)


def library(program, lines, out):
    path = os.path.join(program.home, "searches.txt")
    with open(path, "w") as file:
        file.write("\n".join(lines) + "\n")
    for order in ("newest", "relevance"):
        printed, _ = program.run("library", "search", "--batch", path, "--json", "--sort", order, "--limit", "500")
        for line, answer in zip(lines, printed.rstrip("\n").split("\n")):
            out.put_answer("library", f"{order} {line}", json.loads(answer))
