#!/usr/bin/env python3
"""Text that tries to be SQL, in every text that a tool takes, in every field of a record and of a vocabulary that is imported, and
in queries of the library by every field: all is answered, and PostgreSQL's own log shows that none of it ran.

  injection_test.py BINARY        each field once, with EV_ATTACK_WHOLE=1 with every text
"""
import copy
import json
import os
import subprocess
import sys
import tempfile

from laboratory import WHOLE, Absent, PostgresServer, Server, check, finish, skip

BINARY = os.path.abspath(sys.argv[1])
ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
HOSTILE = ("'; DROP TABLE document; --", "\\'; SELECT pg_sleep(9); --", "$1; DELETE FROM result_set", "a\x00b", "?1 ?",
           "'||(SELECT current_user)||'", "\"; DROP SCHEMA evidence_mcp_sample CASCADE; --", "%s %n {0}", "x' OR '1'='1",
           "$$; TRUNCATE article_version CASCADE; $$", "E'\\x27'; COMMIT; --", "\\\\'); DROP TABLE counter; --", "*/ DROP VIEW research_run /*")
TAGS = ("", "[ti]", "[tiab]", "[all]", "[au]", "[ad]", "[mh]", "[majr]", "[sh]", "[nm]", "[pt]", "[dp]", "[la]", "[ta]", "[pmid]", "[doi]", "[ot]",
        "[gr]", "[tiab:~3]")
SCHEMAS = ("evidence_mcp", "evidence_mcp_sample")
KEPT = ("article_version", "result_set", "document", "library_record", "mesh_heading")


def leaves(value, path=()):
    """Paths of all texts in a value, and of the names in objects that hold names of the caller's own."""
    if isinstance(value, str):
        yield path
    elif isinstance(value, list):
        for i, item in enumerate(value):
            yield from leaves(item, path + (i,))
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from leaves(item, path + (key,))
            if path and path[-1] in ("extraction_schema", "weights", "scoring_functions", "extraction"):
                yield path + (key, "(name)")


def with_text(arguments, path, text):
    out = copy.deepcopy(arguments)
    at = out
    named = path[-1] == "(name)"
    path = path[:-1] if named else path
    for step in path[:-1]:
        at = at[step]
    if named:
        at[text] = at.pop(path[-1])
    else:
        at[path[-1]] = text
    return out


def handles(server):
    """What stands for the handles that walk.json names."""
    out = {}
    for prefix, query in (("", "metformin"), ("other_", "carvedilol")):
        records = server.call("pubmed_search", {"search_query": query, "max_results": 5})["structuredContent"]["result_set"]
        features = server.call("pubmed_extract_features", {"result_set": records, "extraction_schema": {"sample_size": "number"}})
        features = features["structuredContent"]["result_set"]
        scored = server.call("pubmed_score_articles", {"result_set": features, "query": query, "as_of": "2026-11-21",
                                                       "scoring_criteria": {"weights": {"relevance": 1}}})["structuredContent"]["result_set"]
        out.update({f"${prefix}records": records, f"${prefix}features": features, f"${prefix}scored": scored})
    out["$other"] = out["$other_records"]
    return out


def put_handles(value, known):
    if isinstance(value, dict):
        return {k: put_handles(v, known) for k, v in value.items()}
    if isinstance(value, list):
        return [put_handles(v, known) for v in value]
    return known.get(value, value) if isinstance(value, str) else value


def variants(plan):
    """Arguments of one tool that are accepted: the base of walk.json, and each of its changes."""
    base = plan["base"]
    yield base
    for name, change in plan["changes"].items():
        if "." in name:
            continue
        out = copy.deepcopy(base)
        value = change
        if isinstance(change, dict) and "value" in change:
            value = change["value"]
            for gone in change.get("without", []):
                out.pop(gone, None)
            out.update(change.get("with", {}))
        out[name] = value
        yield {k: v for k, v in out.items() if v is not None}


def attacks(known):
    """(tool, arguments, what) of every text of every tool."""
    with open(os.path.join(ROOT, "tests", "fixtures", "arguments", "walk.json"), encoding="utf8") as file:
        walk = json.load(file)
    turn = 0
    for tool, plan in walk.items():
        seen = set()
        for arguments in variants(plan):
            arguments = put_handles(arguments, known)
            for path in leaves(arguments):
                if path in seen:
                    continue
                seen.add(path)
                turn += 1
                for text in HOSTILE if WHOLE else (HOSTILE[turn % len(HOSTILE)],):
                    yield tool, with_text(arguments, path, text), (tool, path, text)
        for text in HOSTILE if WHOLE else HOSTILE[:1]:
            yield tool, dict(plan["base"], **{text: text}), (tool, "(argument)", text)
    for number, tag in enumerate(TAGS):
        for text in HOSTILE if WHOLE else HOSTILE[number % 3::3]:
            for query in (f"{text}{tag}", f"\"{text}\"{tag} OR metformin", f"{text}*{tag}"):
                yield "pubmed_search", {"search_query": query, "offline": True}, ("library", tag, text)


def hostile_record(text, number):
    return {"pmid": str(70000000 + number), "title": text + " title", "abstract": text + " abstract", "authors": [text], "journal": text, "keywords": [text],
            "mesh_terms": [text], "publication_types": [text], "chemicals": [{"name": text, "registry_number": text}], "language": text,
            "grants": [{"id": text, "agency": text}], "coi_statement": text, "record_id": text, "metadata": {text[:20].replace("\0", " "): text}}


def imports(work, env):
    """Exit codes of imports of records and a vocabulary made of such texts, and of look-ups in it."""
    records, mesh = os.path.join(work, "records.jsonl"), os.path.join(work, "mesh.tsv")
    with open(records, "w", encoding="utf8") as file:
        file.writelines(json.dumps(hostile_record(text, i)) + "\n" for i, text in enumerate(HOSTILE))
    with open(mesh, "w", encoding="utf8") as file:
        file.write("ui\theading\ttree_numbers\tentry_terms\n")
        file.writelines(f"D{i:06}\t{t.replace(chr(0), ' ')}\tC01.{i:03}\t{t.replace(chr(0), ' ')} term\n" for i, t in enumerate(HOSTILE))
    queries = os.path.join(work, "queries.txt")
    with open(queries, "w", encoding="utf8") as file:
        file.writelines(f"{text}{tag}\n\"{text}\"{tag} OR title[ti]\n".replace("\0", " ") for text in HOSTILE for tag in TAGS)
    commands = [("import", records, "--json"), ("mesh", "import", mesh, "--json"), ("library", "stats"), ("library", "reindex"),
                ("library", "search", "--batch", queries, "--json"), ("library", "search", "--batch", queries, "--json", "--sort", "relevance")]
    commands += [("mesh", which, text.replace("\0", " ")) for text in HOSTILE[:None if WHOLE else 3] for which in ("lookup", "complete")]
    for command in commands:
        done = subprocess.run([BINARY, *command], env=dict(env, EVIDENCE_MCP_OFFLINE="1"), capture_output=True, text=True, timeout=600)
        expected = (0,) if command[0] != "mesh" or command[1] == "import" else (0, 1)
        if done.returncode not in expected or "internal" in done.stderr or "refused an operation" in done.stdout:
            yield command, done.returncode, done.stderr[-300:]


def attack(work, server):
    with Server(BINARY, os.path.join(work, "first"), server.uri()) as client:
        known = handles(client)
        env = client.env
    made = subprocess.run([BINARY, "library", "stats"], env=env, capture_output=True, text=True)  # the tables of both
    mark = os.path.getsize(os.path.join(server.folder, "log"))
    failed_imports = list(imports(work, env))
    check("the tables are made", made.returncode == 0, made.stderr)
    check("records and a vocabulary made of such texts are imported and looked up", not failed_imports, failed_imports[:2])
    counts = "SELECT " + ", ".join(f"(SELECT count(*) FROM {schema}.{table})" for schema in SCHEMAS for table in KEPT)
    tables = "SELECT count(*) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname LIKE 'evidence_mcp%'"
    before, tables_before = [int(n) for n in server.sql(counts).split("|")], server.sql(tables)
    asked, internal = 0, []
    with Server(BINARY, os.path.join(work, "hostile"), server.uri()) as client:
        for tool, arguments, what in attacks(known):
            result = client.call(tool, arguments)
            asked += 1
            if result is None:
                check("every text is answered", False, what)
                break
            if ((result.get("structuredContent") or {}).get("error") or {}).get("code") == "internal":
                internal.append((what, json.dumps(result)[:300]))
    after = [int(n) for n in server.sql(counts).split("|")]
    with open(os.path.join(server.folder, "log"), encoding="utf8", errors="replace") as file:
        file.seek(mark)
        log = [line for line in file if any(word in line for word in ("ERROR", "FATAL", "statement:"))]
    check(f"{asked} texts that try to be SQL are answered, none by an internal error", asked > 300 and not internal, internal[:2])
    check("PostgreSQL met no error, no statement that makes or drops tables, none of seconds", not log, log[:3])
    check("no table went, no row went", server.sql(tables) == tables_before and all(a >= b for a, b in zip(after, before)), (before, after))
    print(f"attack: text that tries to be SQL: {asked} inputs, {len(internal) + len(log)} failures")


def main():
    with tempfile.TemporaryDirectory(prefix="evidence-injection-") as work:
        try:
            # What runs shows in the server's log: statements that make or drop something, and those that take seconds.
            with PostgresServer("log_statement=ddl", "log_min_duration_statement=8500") as server:
                attack(work, server)
        except Absent as why:
            return skip(why)
    return finish()


if __name__ == "__main__":
    sys.exit(main())
