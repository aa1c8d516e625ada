"""The answer with a fault against the clean one, member by member. What it has, it has as the clean answer has it; what it lacks or
has otherwise follows from a service that it names. Nothing that a fault hides is said not to exist."""
import json
import re

# How messages and statuses call the services of the simulator.
NAMES = {"eutils": ("pubmed", "ncbi", "mesh"), "europepmc": ("europe pmc", "europepmc"), "openalex": ("openalex",), "ctgov": ("clinicaltrials",),
         "icite": ("icite",), "pubtator": ("pubtator",), "idconv": ("id converter", "idconv", "pmc ids")}
# Told anew by every call.
PASSING = {"elapsed_ms", "ms", "processing_time_ms", "counted_at", "result_set", "cached", "expires_at", "created_at", "retrieved_at", "search_time_ms", "fetched_at"}
# What follows from which records and services there were.
DERIVED = {"total_found", "total_results", "sources_searched", "source_status", "dedup", "errors", "warnings", "next_cursor", "relevance", "rank", "score", "final_score", "total_score", "deferred",
           "found", "returned", "query_sent", "merged_from", "related", "missing", "failed", "not_found", "search_metadata", "confidence", "confidence_score",
           "confidence_parts", "status", "summary", "counts", "claim_result", "frame", "answer", "certainty", "stance", "independent_groups", "interval",
           "flow", "report", "rubric", "judgement", "knowledge_gaps", "limitations", "next_call", "queries", "recommended_searches", "stop_reason",
           "text", "query_metadata", "expected_scope", "validation", "rationale", "searches", "enrichment", "source", "run_id", "seed", "requests"}
TOLD = ("not_checked", "unverifiable", "could not", "did not", "degraded", "failed", "no answer", "unreachable", "left out")


def lasting(value):
    if isinstance(value, dict):
        return {k: lasting(v) for k, v in value.items() if k not in PASSING}
    if isinstance(value, str):
        # A run that met an outage is done again as another run.
        return re.sub(r"\brun-[0-9a-f]{12}\b", "run", value)
    return [lasting(v) for v in value] if isinstance(value, list) else value


def empty(value):
    return value in (None, "", [], {}, 0, False, "none", "unknown")


def part_of(value, member):
    return value[member] if isinstance(value.get(member), dict) else {}


def name_of(value):
    """The id of what is a record, in the form of articles or of evidence; None of anything else."""
    ids = part_of(part_of(value, "metadata"), "ids")
    name = value.get("pmid") or value.get("id") or value.get("item_id") or ids.get("pmid") or next(iter(ids.values()), None)
    title = value.get("title") or part_of(value, "citation").get("title")
    return name if isinstance(name, str) and title else None


def rows_of(answer):
    """The records of an answer by their id."""
    rows = {}

    def visit(value):
        if isinstance(value, dict):
            name = name_of(value)
            if name:
                rows.setdefault(name, value)
            for one in value.values():
                visit(one)
        elif isinstance(value, list):
            for one in value:
                visit(one)
    visit({k: v for k, v in answer.items() if k not in ("errors", "warnings")})
    return rows


def changes(clean, now, path=""):
    """(path, "less" or "other") of every member that is not as in the clean answer; rows of records are compared by themselves."""
    if clean == now or empty(clean):
        return
    if isinstance(clean, dict) and isinstance(now, dict):
        for name, value in clean.items():
            if name not in DERIVED and name not in PASSING:
                yield from changes(value, now.get(name), f"{path}.{name}" if path else name)
    elif isinstance(clean, list) and isinstance(now, list):
        if any(isinstance(v, dict) and (v.get("title") or v.get("pmid") or name_of(v)) for v in clean):
            return
        yield path, "less" if all(v in clean for v in now) else "other"
    else:
        yield path, "less" if empty(now) else "other"


def origin(row):
    metadata, citation = part_of(row, "metadata"), part_of(row, "citation")
    ids = (bool(row.get("europepmc_id")), bool(row.get("openalex_id")))
    return ids + (row.get("source"), metadata.get("source"), metadata.get("citation_source"), row.get("citation_source"), citation.get("source"))


def words_of(answer):
    """What an answer says about services, in small letters."""
    said = [answer.get(m) for m in ("errors", "warnings", "limitations", "missing", "failed", "not_found", "degraded", "enrichment")]
    said += [s for s in answer.get("source_status", []) if s.get("status") != "ok"]
    said += [answer[m].get("warnings") for m in ("query_metadata", "search_metadata", "claim_result") if isinstance(answer.get(m), dict)]
    return json.dumps([s for s in said if s]).lower()


def names_service(answer, clean, api):
    """Whether the answer says more of the service than the clean one, or of a record that it misses."""
    now, before = words_of(answer), words_of(clean)
    return any(now.count(name) > before.count(name) for name in NAMES[api] + TOLD)


def absent(answer):
    return {one.get("id") for one in answer.get("not_found", []) if isinstance(one, dict) and one.get("status") == "not_found"}


def unnamed_references(answer, clean):
    """Of references: a verdict that the fault made, told as if it were one of the reference."""
    def judged(given):
        return [r for r in given.get("references", []) if isinstance(r, dict)]
    before = {str(r.get("reference", i)): r.get("status") for i, r in enumerate(judged(clean))}
    for i, row in enumerate(judged(answer)):
        was, now = before.get(str(row.get("reference", i))), row.get("status")
        if was and now != was and now not in ("unverifiable", "not_checked"):
            return f"a reference that is {was} is called {now}"
    return None


def wrong_during(code, answer, clean, api):
    """None, or what the answer with the fault says wrongly or leaves out without a word."""
    error = answer.get("error")
    if code != 0 or error:
        return None if error and error.get("code") not in (None, "internal") else f"exit {code} without a typed error"
    if lasting(answer) == lasting(clean):
        return None
    false = absent(answer) - absent(clean)
    if false:
        return f"says that {sorted(false)} do not exist"
    told = names_service(answer, clean, api)
    before, now = rows_of(clean), rows_of(answer)
    lost = set(before) - set(now)
    if lost and not told:
        return f"{sorted(lost)[:5]} are lost without a word"
    for name in sorted(set(before) & set(now)):
        for path, how in changes(before[name], now[name]):
            if how == "less" and not told:
                return f"{name}: {path} is lost without a word"
            # Another service that stands in has other labels, names and counts, and is named as the row's source.
            if how == "other" and origin(before[name]) == origin(now[name]):
                return f"{name}: another {path}"
    for path, how in changes(clean, answer):
        if not told:
            return f"{path} is {'lost' if how == 'less' else 'another'} without a word"
    return unnamed_references(answer, clean)


def self_test():
    """What must be found is found, what is told is let pass."""
    row = {"pmid": "1", "title": "A", "journal": "J", "metadata": {"source": "pubmed"}, "citation_count": 3}
    clean = {"articles": [row], "warnings": []}
    told = {"errors": [{"source": "icite", "message": "iCite did not answer"}]}

    def wrong(answer, code=0, api="icite"):
        return wrong_during(code, answer, clean, api)
    assert wrong(clean) is None
    assert lasting({"run_id": "run-0123456789ab", "ms": 3}) == lasting({"run_id": "run-ba9876543210"}) != lasting({"run_id": "run-1"})
    assert wrong({}, 1) and wrong({"error": {"code": "internal"}}, 1) and not wrong({"error": {"code": "timeout"}}, 1)
    assert "lost" in wrong({"articles": []}) and "lost" in wrong({"articles": [dict(row, citation_count=None)]})
    assert wrong({"articles": [dict(row, citation_count=None)], **told}) is None
    assert "another journal" in wrong({"articles": [dict(row, journal="K")], **told})
    assert wrong({"articles": [dict(row, journal="K", metadata={"source": "europepmc"})], **told}) is None
    evidence = {"citation": {"title": "A"}, "metadata": {"ids": {"doi": "10.1/x", "pmid": "1"}, "journal": "J"}}
    assert list(rows_of({"evidence": [evidence]})) == ["1"]
    assert "lost" in wrong_during(0, {"evidence": []}, {"evidence": [evidence]}, "icite")
    assert wrong(dict(clean, references=["Doe J."])) is None
    assert "is called" in wrong_during(0, {"references": [{"status": "not_found"}], **told}, {"references": [{"status": "verified"}]}, "icite")
    assert "exist" in wrong({"articles": [row], "not_found": [{"id": "1", "status": "not_found"}], **told})
