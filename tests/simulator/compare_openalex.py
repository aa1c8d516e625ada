#!/usr/bin/env python3
"""OpenAlex's works as the program reads them, field by field against an independent reading of the same JSON.

Works come from the simulator, through the program's own requests (so that its list of members is tested too), and
from the recordings. Skipped, visibly and with exit code 77, where there is no simulator.
"""
import glob
import html
import json
import os
import re
import sys

import comparing
from comparing import folded, once

QUERIES = ["title_and_abstract.search:diabetes", "title_and_abstract.search:cancer,publication_year:2015-2030",
           "type:preprint", "is_retracted:true", "type:erratum", "has_abstract:true,language:de", "cited_by_count:>40"]
TYPES = {"article": "Journal Article", "review": "Review", "letter": "Letter", "editorial": "Editorial", "erratum": "Published Erratum",
         "retraction": "Retraction Notice", "preprint": "Preprint", "dataset": "Dataset"}
LANGUAGES = {"en": "eng", "fr": "fre", "de": "ger", "es": "spa", "it": "ita", "ru": "rus", "zh": "chi", "ja": "jpn", "pl": "pol",
             "pt": "por", "nl": "dut", "cs": "cze", "hu": "hun", "ko": "kor", "sv": "swe", "da": "dan", "no": "nor", "fi": "fin",
             "tr": "tur", "he": "heb", "ng": "ndo"}
MARK = re.compile(r"</?(?:jats:|mml:)?(?:p|sec|title|i|b|em|strong|sub|sup|italic|bold|sc|u|h4|math|m[a-z]+)(?:\s[^<>]*)?/?>", re.I)


def plain(text):
    text = html.unescape(html.unescape(text or ""))
    return MARK.sub(" ", text)


def last(url):
    return (url or "").rstrip("/").rsplit("/", 1)[-1]


def digits(url):
    found = re.fullmatch(r"(?:PMC)?0*(\d+)", last(str(url or "")), re.I)
    return found.group(1) if found else ""


def abstract_of(work):
    slots = {}
    for word, places in (work.get("abstract_inverted_index") or {}).items():
        for place in places:
            slots[place] = word
    text = plain(" ".join(slots[place] for place in sorted(slots))).strip()
    return re.sub(r"^(?:Abstract|ABSTRACT)\s+(?=[^a-z])", "", text)


def mesh_of(work):
    headings = {}
    for row in work.get("mesh") or []:
        heading = headings.setdefault(row["descriptor_ui"], {"descriptor": row["descriptor_name"], "major": False, "qualifiers": {}})
        heading["major"] |= row["is_major_topic"]
        if row["qualifier_name"]:
            heading["qualifiers"][row["qualifier_name"]] = heading["qualifiers"].get(row["qualifier_name"], False) or row["is_major_topic"]
    return [(ui, h["descriptor"], h["major"], sorted(h["qualifiers"].items())) for ui, h in headings.items()]


def letters(name):
    return sorted(c for c in folded(name) if c not in ".,-")


def journal_of(work, kind):
    location = work.get("primary_location") or {}
    source = location.get("source") or {}
    raw = location.get("raw_source_name") or ""
    if source.get("type") == "repository" and kind != "preprint":
        return raw if raw.casefold() != (source.get("display_name") or "").casefold() else ""
    return source.get("display_name") or raw


def date_of(work):
    stated = work.get("publication_date") or (str(work["publication_year"]) if work.get("publication_year") else "")
    return re.sub(r"(?:-01)?-01$", "", stated) if len(stated) == 10 else stated


def expected(work):
    ids, kind = work.get("ids") or {}, work.get("type") or ""
    doi = (work.get("doi") or ids.get("doi") or "").lower().replace("https://doi.org/", "")
    pmid, pmcid = digits(ids.get("pmid")), digits(ids.get("pmcid"))
    openalex = last(work.get("id") or ids.get("openalex"))
    biblio, best = work.get("biblio") or {}, work.get("best_oa_location") or {}
    primary = work.get("primary_location") or {}
    first, final = biblio.get("first_page") or "", biblio.get("last_page") or ""
    title = plain(work.get("title") or work.get("display_name"))
    want = {
        "pmid": pmid, "item_id": pmid or openalex, "openalex_id": openalex, "pmcid": "PMC" + pmcid if pmcid else "", "doi": doi,
        "title": folded(title), "abstract": folded(abstract_of(work)), "journal": folded(plain(journal_of(work, kind))),
        "publication_date": date_of(work), "volume": biblio.get("volume") or "", "issue": biblio.get("issue") or "",
        "pages": first if first == final or not final else final if not first else first + "-" + final,
        "languages": [LANGUAGES[work["language"]]] if work.get("language") else [],
        "publication_types": [TYPES[kind]] if kind in TYPES else [], "is_preprint": kind == "preprint",
        "keywords": once(folded(k if isinstance(k, str) else k.get("display_name") or "") for k in work.get("keywords") or []),
        "concepts": once(folded(t["display_name"]) for t in work.get("topics") or []), "mesh": mesh_of(work),
        "cited": work.get("cited_by_count"), "is_open_access": (work.get("open_access") or {}).get("is_oa"),
        "pdf_url": best.get("pdf_url") or (primary.get("pdf_url") if primary.get("is_oa") else "") or "",
        "license": best.get("license") or primary.get("license") or "",
        "authors": [letters(plain(a.get("raw_author_name") or a["author"]["display_name"])) for a in work.get("authorships") or []],
        "orcids": [last((a.get("author") or {}).get("orcid")) for a in work.get("authorships") or []],
        "authors_complete": len(work.get("authorships") or []) < 100,
        "retracted": bool(work.get("is_retracted")) and kind != "retraction",
        "awards": [(g.get("funder_award_id") or "", g.get("funder_display_name") or "") for g in work.get("awards") or []],
    }
    source = primary.get("source") or {}
    issns = once((source.get("issn") or []) + [source.get("issn_l")])
    want["issns"] = [] if source.get("type") == "repository" and kind != "preprint" else issns
    return want


def read(row):
    counts = {c["source"]: c["count"] for c in row.get("citation_counts", [])}
    people = row.get("author_details", [])
    return {
        "pmid": row["pmid"], "item_id": row.get("item_id") or row["pmid"], "openalex_id": row.get("openalex_id", ""),
        "pmcid": row.get("pmcid", ""), "doi": row.get("doi", ""), "title": folded(row["title"]), "abstract": folded(row["abstract"]),
        "journal": folded(row["journal"]), "publication_date": row.get("publication_date", ""), "volume": row.get("volume", ""),
        "issue": row.get("issue", ""), "pages": row.get("pages", ""), "languages": row.get("languages", []),
        "publication_types": row.get("publication_types", []), "is_preprint": row["is_preprint"],
        "keywords": [folded(k) for k in row["keywords"]], "concepts": [folded(c) for c in row.get("concepts", [])],
        "mesh": [(h.get("ui", ""), h["descriptor"], h["major"], sorted((q["name"], q["major"]) for q in h.get("qualifiers", [])))
                 for h in row.get("mesh_headings", [])],
        "cited": counts.get("openalex"), "is_open_access": row.get("is_open_access"), "pdf_url": row.get("pdf_url", ""),
        "license": row.get("license", ""), "authors": [letters(a["name"]) for a in people],
        "orcids": [a.get("orcid", "") for a in people], "authors_complete": row["authors_complete"],
        "retracted": row["retraction"]["status"] == "retracted", "issns": row.get("issns", []),
        "awards": [(g.get("id", ""), g.get("agency", "")) for g in row.get("grants", [])],
    }


def pages_of(simulator, query, most):
    works, cursor = [], "*"
    while cursor and len(works) < most:
        page = comparing.get(simulator.base("openalex") + "/works", filter=query, per_page=100, cursor=cursor)
        works += page["results"]
        cursor = page["meta"]["next_cursor"] if page["results"] else None
    return works[:most]


def compare():
    report = comparing.Comparison("OpenAlex")
    with comparing.simulator() as simulator:
        for query in QUERIES:
            want = {w["id"].rsplit("/", 1)[-1]: w for w in pages_of(simulator, query, 150)}
            rows, said = comparing.run_tool("ask_source", "openalex", simulator.base("openalex"), "filter=" + query, "--max", "150")
            got = {row["openalex_id"]: row for row in rows}
            report.check(set(want) <= set(got), f"{query}: {len(set(want) - set(got))} works are missing")
            report.check("warning" not in said, f"{query}: {said.strip()}")
            for ident in want.keys() & got.keys():
                report.record(ident, expected(want[ident]), read(got[ident]))
    for path in sorted(glob.glob(os.path.join(comparing.SHARED, "recordings", "openalex", "*.json"))):
        body = json.load(open(path, encoding="utf8"))
        works = body["results"] if "results" in body else [body] if "/W" in (body.get("id") or "") else []
        if works:
            rows, _ = comparing.run_tool("parse_source", "openalex", path)
            report.check(len(rows) == len(works), f"{path}: {len(rows)} of {len(works)} works")
            for work, row in zip(works, rows):
                report.record(os.path.basename(path), expected(work), read(row))
    return report.end(200)


if __name__ == "__main__":
    sys.exit(comparing.main(compare))
