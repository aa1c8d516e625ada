#!/usr/bin/env python3
"""Europe PMC's records, lists and full texts as the program reads them against an independent reading of the same
replies: recordings, and what the simulator serves for its corpus.

Environment: EV_PARSE_SOURCE, EV_ASK_SOURCE (the two programs of tests/tools), EV_SHARED_DIR (the folder that has
upstream/, corpus/ and recordings/; default: ../shared beside the checkout). Without them: skipped, visibly, exit code 77.
"""
import collections
import glob
import html
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unicodedata
import urllib.parse
import urllib.request
import xml.etree.ElementTree as ET

import checks
import simulators

PARSE, ASK = os.environ.get("EV_PARSE_SOURCE", ""), os.environ.get("EV_ASK_SOURCE", "")
MONTHS = {m: i for i, m in enumerate("jan feb mar apr may jun jul aug sep oct nov dec".split(), 1)}
TAG = re.compile(r"</?(?:i|b|u|em|strong|sup|sub|p|br|pre|h[1-6]|span|small|italic|bold)\s*/?>", re.I)
RELATIONS = {"Retraction in": "has_notice", "Retraction of": "notice_of", "Erratum in": "has_erratum", "Erratum for": "erratum_for",
             "Comment in": "has_comment", "Comment on": "comment_on", "Update in": "has_update", "Update of": "update_of",
             "Expression of concern in": "has_notice", "Expression of concern for": "notice_of", "Preprint in": "has_preprint",
             "Preprint of": "preprint_of", "Republished in": "version_of", "Republished from": "version_of",
             "Correctedand republished in": "version_of", "Correctedand republished from": "version_of"}
DIFFERENCES = collections.Counter()
EXAMPLES = {}


def folded(text):
    """What two readings must agree on: compatibility forms, no marks of scripts, no white space."""
    text = unicodedata.normalize("NFKC", text)
    return re.sub(r"\s+", "", re.sub(r"[\^_]\(([^()]*)\)", r"\1", text))


def plain(text):
    return TAG.sub("", html.unescape(html.unescape(text or "")))


def as_list(value, name):
    value = (value or {}).get(name) or []
    return value if isinstance(value, list) else [value]


def sections(text):
    """(label, text) of an abstract, cut at its headings."""
    pieces = re.split(r"<h4>(.*?)</h4>", text or "")
    pairs = [("", pieces[0])] + list(zip(pieces[1::2], pieces[2::2]))
    found = []
    for label, body in ((plain(label).strip(), folded(plain(body))) for label, body in pairs):
        if body:
            found.append((label.rstrip(":"), body))
        elif re.search(r"[\d:.]", label) or len(label) > 40:
            found.append(("", folded(label)))  # a heading that says something without a text of its own
    return found


def date_of(record):
    """The date in the journal issue, else the first publication without the parts that are filled with 1."""
    info = record.get("journalInfo") or {}
    words = re.match(r"(\d{4})(?:\s+([A-Za-z]{3,})(?:\s+(\d{1,2})$)?)?", info.get("dateOfPublication", ""))
    if words:
        year, month, day = words.groups()
        month = MONTHS.get((month or "")[:3].lower())
        return year + (f"-{month:02}" if month else "") + (f"-{int(day):02}" if month and day else "")
    first, year = record.get("firstPublicationDate", ""), record.get("pubYear", "")
    if record.get("source") == "PPR":
        return first or year
    if first and (not year or first[:4] == year):
        return re.sub(r"(-01)?-01$", lambda m: "" if m.group(1) else "", first) if first.endswith("-01") else first
    return year


def name_of(author):
    if author.get("collectiveName"):
        return plain(author["collectiveName"])
    given = author.get("firstName") or author.get("initials") or ""
    return plain(f'{author["lastName"]} {given}'.strip() if author.get("lastName") else author.get("fullName", ""))


def authors_of(record):
    listed = as_list(record.get("authorList"), "author")
    if listed:
        return [name_of(a) for a in listed]
    names = [n.strip() for n in re.sub(r"\.$", "", plain(record.get("authorString", "")).strip()).split(",")]
    return [n for n in names if n and n.lower().rstrip(".") != "et al"]


def links_of(record):
    found = []
    for link in as_list(record.get("commentCorrectionList"), "commentCorrection"):
        kind = RELATIONS.get(link.get("type"))
        if kind and link.get("id"):
            # A paper that updates what stands in a preprint server's list has that preprint.
            if kind == "update_of" and re.match(r"bioRxiv|medRxiv|Res Sq|arXiv|ChemRxiv|SSRN", link.get("reference") or "", re.I):
                kind = "has_preprint"
            found.append((kind, ("PMID" if link["source"] == "MED" else link["source"]) + ":" + link["id"]))
    return sorted(set(found))


def standing(record):
    types = {t.lower() for t in types_of(record)}
    kinds = {link.get("type") for link in as_list(record.get("commentCorrectionList"), "commentCorrection")}
    notice = types & {"retraction of publication", "retraction"} or "Retraction of" in kinds
    if "retracted publication" in types or "Retraction in" in kinds:
        return "retracted"
    if notice:
        return "notice"
    if plain(record.get("title", "")).startswith("RETRACTED:"):
        return "retracted"
    if "Expression of concern in" in kinds:
        return "expression_of_concern"
    if "Erratum in" in kinds:
        return "corrected"
    errata = types & {"published erratum", "correction", "expression of concern"}
    return "notice" if errata or kinds & {"Erratum for", "Expression of concern for"} else "none"


def types_of(record):
    listed = as_list(record.get("pubTypeList"), "pubType") or record.get("pubType", "").split(";")
    return list(dict.fromkeys(t.strip() for t in listed if t.strip()))


def expected(r):
    """A record as (field -> value)."""
    pmid = r.get("pmid") or (r["id"] if r["source"] == "MED" else "")
    name = r["source"] + ":" + r["id"]
    doi = (r.get("doi") or "").lower()
    info = r.get("journalInfo") or {}
    journal = info.get("journal") or {}
    abbreviation = journal.get("isoabbreviation") or journal.get("medlineAbbreviation") or r.get("journalTitle", "")
    server = (r.get("bookOrReportDetails") or {}).get("publisher", "") if r["source"] == "PPR" else ""
    issns = [journal.get("issn"), journal.get("essn")] + [i.strip().upper() for i in r.get("journalIssn", "").split(";")]
    pdfs = [u for u in as_list(r.get("fullTextUrlList"), "fullTextUrl") if u.get("documentStyle") == "pdf"]
    best = sorted((u for u in pdfs if u["availabilityCode"] in ("OA", "F", "U")),
                  key=lambda u: ("OA", "F", "U").index(u["availabilityCode"]))
    title = plain(r.get("title", "")).strip()
    if re.fullmatch(r"\[[^\[\]]*\]\.?", title):
        title = title.replace("[", "").replace("]", "")
    return {
        "pmid": pmid, "item_id": "" if pmid else name, "europepmc_id": name, "doi": doi, "pmcid": r.get("pmcid", ""),
        "title": folded(title), "authors": [folded(a) for a in authors_of(r)], "sections": sections(r.get("abstractText")),
        "journal": folded(plain(journal.get("title") or abbreviation or server)), "journal_abbreviation": plain(abbreviation),
        "issns": list(dict.fromkeys(i for i in issns if i)), "publication_date": date_of(r),
        "volume": info.get("volume") or r.get("journalVolume", ""), "issue": info.get("issue") or r.get("issue", ""),
        "pages": r.get("pageInfo", ""), "languages": [r["language"]] if r.get("language") else [],
        "publication_types": types_of(r), "keywords": [folded(plain(k)) for k in dict.fromkeys(as_list(r.get("keywordList"), "keyword"))],
        "mesh": [(m["descriptorName"], "Y" in [m["majorTopic_YN"]] + [q["majorTopic_YN"] for q in as_list(m.get("meshQualifierList"), "meshQualifier")],
                  [(q["qualifierName"], q["majorTopic_YN"] == "Y") for q in as_list(m.get("meshQualifierList"), "meshQualifier")])
                 for m in as_list(r.get("meshHeadingList"), "meshHeading")],
        "chemicals": [(c["name"], "" if c.get("registryNumber", "0") == "0" else c["registryNumber"])
                      for c in as_list(r.get("chemicalList"), "chemical")],
        "grants": [tuple(folded(plain(g.get(k, ""))) for k in ("grantId", "acronym", "agency")) for g in as_list(r.get("grantsList"), "grant")],
        "orcids": [(a.get("authorId") or {}).get("value", "") for a in as_list(r.get("authorList"), "author")],
        "cited": r.get("citedByCount"), "open": {"Y": True, "N": False}.get(r.get("isOpenAccess")), "license": r.get("license", ""),
        "pdf": best[0]["url"] if best else "", "preprint": r["source"] == "PPR" or "preprint" in [t.lower() for t in types_of(r)],
        "related": links_of(r), "standing": standing(r),
        "url": f"https://pubmed.ncbi.nlm.nih.gov/{pmid}/" if pmid else "https://doi.org/" + doi if doi
               else f'https://europepmc.org/article/{r["source"]}/{r["id"]}',
        "nct_ids": sorted(set(re.findall(r"(?<![A-Za-z0-9])NCT\d{8}(?!\d)", plain(r.get("title", "")) + " " + TAG.sub(" ", r.get("abstractText", ""))))),
        "affiliations": affiliations_of(r),
    }


def affiliations_of(record):
    found = []
    for author in as_list(record.get("authorList"), "author"):
        items = [folded(plain(i["affiliation"])) for i in as_list(author.get("authorAffiliationDetailsList"), "authorAffiliation")]
        found.append(list(dict.fromkeys(items)))
    if found and not any(found) and record.get("affiliation"):
        found[0] = [folded(plain(record["affiliation"]))]
    return found


def read_sections(article):
    if not article.get("sections"):
        return [("", folded(article["abstract"]))] if article["abstract"] else []
    return [(s["label"], folded(article["abstract"][s["start"]:s["end"]])) for s in article["sections"]]


def read(a):
    """What the program printed, in the terms of expected()."""
    details = a.get("author_details", [])
    return {
        **{k: a.get(k, "") for k in ("pmid", "item_id", "europepmc_id", "doi", "pmcid", "journal_abbreviation", "publication_date", "volume",
                                     "issue", "pages", "license", "url")},
        **{k: a.get(k, []) for k in ("issns", "languages", "publication_types")},
        "title": folded(a["title"]), "authors": [folded(n) for n in a["authors"]], "sections": read_sections(a),
        "journal": folded(a.get("journal", "")), "keywords": [folded(k) for k in a["keywords"]],
        "mesh": [(m["descriptor"], m["major"], [(q["name"], q["major"]) for q in m.get("qualifiers", [])]) for m in a.get("mesh_headings", [])]
                or [(m, False, []) for m in a["mesh_terms"]],
        "chemicals": [(c["name"], c.get("registry_number", "")) for c in a.get("chemicals", [])],
        "grants": [tuple(folded(g.get(k, "")) for k in ("id", "acronym", "agency")) for g in a.get("grants", [])],
        "orcids": [d.get("orcid", "") for d in details], "affiliations": [[folded(f) for f in d.get("affiliations", [])] for d in details],
        "cited": a.get("citation_count"), "open": a.get("is_open_access"), "pdf": a.get("pdf_url", ""), "preprint": a["is_preprint"],
        "related": sorted((r["type"], r["id"]) for r in a.get("related", [])), "standing": a["retraction"]["status"],
        "nct_ids": sorted(a.get("nct_ids", [])),
    }


def differ(what, field, want, have):
    DIFFERENCES[field] += 1
    EXAMPLES.setdefault(field, f"{what}: expected {str(want)[:300]!r}, read {str(have)[:300]!r}")


def run(kind, body, work):
    path = os.path.join(work, "reply")
    with open(path, "wb") as out:
        out.write(body)
    done = subprocess.run([PARSE, kind, path], capture_output=True, timeout=600)
    return [json.loads(line) for line in done.stdout.decode().split("\n") if line] if done.returncode == 0 else None


def compare_page(name, body, work):
    records = as_list(json.loads(body).get("resultList"), "result")
    articles = run("europepmc", body, work)
    if articles is None or len(articles) != len(records):
        differ(name, "records", len(records), articles and len(articles))
        return 0
    for record, article in zip(records, articles):
        want, have = expected(record), read(article)
        full = "abstractText" in record or "authorList" in record
        for field in want:
            if field in ("orcids", "affiliations") and (not full or not any(want[field])) and not any(have[field]):
                continue
            if want[field] != have[field]:
                differ(f'{name} {want["europepmc_id"]}', field, want[field], have[field])
    return len(records)


def get(url, **params):
    with urllib.request.urlopen(url + "?" + urllib.parse.urlencode(params) if params else url, timeout=600) as reply:
        return reply.read()


def pages(base, query, most):
    cursor, seen = "*", 0
    while seen < most:
        body = get(base + "search", query=query, resultType="core", format="json", pageSize=100, cursorMark=cursor)
        reply = json.loads(body)
        yield body
        seen += len(reply["resultList"]["result"])
        if not reply["resultList"]["result"] or reply.get("nextCursorMark", cursor) == cursor:
            return
        cursor = reply["nextCursorMark"]


def compare_paging(base):
    """The program's own way through the pages: the same records in the same order, each once."""
    for query, most in (("cancer", 1000), ("SRC:PPR", 500), ("HAS_ABSTRACT:y", 320)):
        want = [r["source"] + ":" + r["id"] for body in pages(base, query, most) for r in json.loads(body)["resultList"]["result"]][:most]
        done = subprocess.run([ASK, "europepmc", base.rstrip("/"), query, "--max", str(most)], capture_output=True, timeout=600)
        have = [json.loads(line)["europepmc_id"] for line in done.stdout.decode().split("\n") if line]
        if want != have:
            differ(query, "paging", len(want), len(have))


def compare_lists(base, ids, work):
    count = 0
    for pmid in ids:
        for kind, outer, inner in (("citations", "citationList", "citation"), ("references", "referenceList", "reference")):
            body = get(f"{base}MED/{pmid}/{kind}", format="json", pageSize=1000)
            entries = as_list(json.loads(body).get(outer), inner)
            want = [(e.get("id", ""), e.get("source", ""), e.get("doi", "").lower(), folded(plain(e.get("title", ""))), e.get("pubYear")) for e in entries]
            works = run(kind, body, work)
            have = works and [(w["id"], w["source"], w["doi"], folded(w["title"]), w["year"]) for w in works]
            if want != (have or []):
                differ(pmid, kind, want[:2], have and have[:2])
            count += len(entries)
    return count


def local(element):
    return element.tag.split("}")[-1] if isinstance(element.tag, str) else ""


def jats_paragraphs(xml):
    """All paragraphs of abstract and body that hold nothing but running text."""
    for element in ET.fromstring(xml).iter():
        if local(element) not in ("abstract", "body"):
            continue
        for p in element.iter():
            if local(p) != "p" or any(local(e) in ("list", "table-wrap", "fig", "fn", "tex-math", "math", "break") for e in p.iter()):
                continue
            text = folded("".join(p.itertext()))
            if text:
                yield text


def compare_full_text(name, body, work):
    lines = run("jats", body, work)
    text = folded("\n".join(line["text"] for line in lines or []))
    wanted = list(jats_paragraphs(body))
    missing = [p for p in wanted if p not in text]
    if missing:
        differ(name, "full text", missing[0][:200], f"{len(missing)} paragraphs are not there")
    return len(wanted)


def main():
    if not os.path.isdir(os.path.join(checks.SHARED, "upstream")) or not PARSE or not ASK:
        print("SKIPPED: no simulator (EV_SHARED_DIR) or no programs (EV_PARSE_SOURCE, EV_ASK_SOURCE)")
        return 1 if os.environ.get("EV_REQUIRE_SHARED") else 77
    work = tempfile.mkdtemp(prefix="evidence-europepmc-")
    counts = collections.Counter()
    with simulators.alone(checks.SHARED, ["pubmed"]) as simulator:
        recordings = os.path.join(checks.SHARED, "recordings")
        for path in sorted(glob.glob(os.path.join(recordings, "europepmc", "*.json"))):
            with open(path, "rb") as f:
                body = f.read()
            if b'"resultList"' in body:
                counts["recorded records"] += compare_page(os.path.basename(path), body, work)
        for path in sorted(glob.glob(os.path.join(recordings, "eutils_efetch_pmc", "*.xml"))):
            with open(path, "rb") as f:
                counts["paragraphs"] += compare_full_text(os.path.basename(path), f.read(), work)
        base = simulator.base("europepmc")
        pmids, pmcids = [], []
        for query, most in (("HAS_ABSTRACT:y", 1500), ("SRC:PPR", 200), ("SRC:PMC", 100), ('PUB_TYPE:"Retracted Publication"', 100),
                            ('PUB_TYPE:"Published Erratum"', 50), ("HAS_ABSTRACT:n", 100)):
            for body in pages(base, query, most):
                counts["simulated records"] += compare_page(query, body, work)
                records = json.loads(body)["resultList"]["result"]
                pmids += [r["id"] for r in records if r["source"] == "MED"][:5]
                pmcids += [r["pmcid"] for r in records if r.get("pmcid") and r.get("isOpenAccess") == "Y"][:5]
        compare_paging(base)
        counts["list entries"] += compare_lists(base, pmids[:30], work)
        for pmcid in pmcids[:20]:
            counts["paragraphs"] += compare_full_text(pmcid, get(f"{base}{pmcid}/fullTextXML"), work)
    shutil.rmtree(work, ignore_errors=True)
    print(", ".join(f"{n} {what}" for what, n in sorted(counts.items())) + f", {sum(DIFFERENCES.values())} differences")
    for field, n in DIFFERENCES.most_common():
        print(f"{n:5} {field}: {EXAMPLES[field]}")
    enough = counts["simulated records"] >= 200 and counts["recorded records"] >= 200 and counts["paragraphs"] > 100
    return 1 if DIFFERENCES or not enough else 0


if __name__ == "__main__":
    sys.exit(main())
