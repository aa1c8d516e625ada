#!/usr/bin/env python3
"""Compares an import's records, field by field, with an independent ElementTree reading.

    compare_xml.py --import "build/evidence-mcp" [FOLDER]

FOLDER (default: corpus/pubmed of the shared folder) holds PubMed XML, plain or gzip. Exit code 1 when
anything differs, 77 (skipped) when the folder or the program is not there. Standard library only.
"""
import argparse
import glob
import gzip
import json
import os
import re
import shlex
import subprocess
import sys
import unicodedata
import xml.etree.ElementTree as ET


def inner(element):
    return "" if element is None else "".join(element.itertext())


def folded(s):
    """What both readings must agree on: compatibility forms, no marks of scripts, no white space. Formulas are their characters."""
    s = unicodedata.normalize("NFKC", s)
    s = "".join(c for c in s if unicodedata.category(c) not in ("Cf", "Cc"))
    return re.sub(r"\s+", "", re.sub(r"[\^_]\(([^()]*)\)", r"\1", s))


def texts(root, path):
    return [t for t in (folded(inner(e)) for e in root.findall(path)) if t]


def once(values):
    return list(dict.fromkeys(values))


def person(author):
    group = author.find("CollectiveName")
    if group is not None:
        return folded(inner(group))
    given = author.find("ForeName") if author.find("ForeName") is not None else author.find("FirstName")
    given = given if folded(inner(given)) else author.find("Initials")
    return "".join(folded(inner(part)) for part in (author.find("LastName"), given, author.find("Suffix")))


def heading(e):
    """Descriptor, whether it or a qualifier is a major topic, its qualifiers."""
    names = [e.find("DescriptorName"), *e.findall("QualifierName")]
    return [folded(inner(names[0])), any(n.get("MajorTopicYN") == "Y" for n in names)] + [folded(inner(n)) for n in names[1:]]


def pmcid_of(ids):
    found = [re.search(r"PMC\d+", e.text or "", re.I) for e in ids if e.get("IdType") in ("pmc", "pmcid")]
    return next((m.group(0).upper() for m in found if m), "")


def fields_of_article(document, article, ids):
    """What is compared as it stands; see fields_read()."""
    issue = article.find("Journal/JournalIssue")
    people = [a for a in article.findall("AuthorList/Author") if a.get("ValidYN") != "N"]
    year = document.findtext("Article/Journal/JournalIssue/PubDate/Year") or ""
    banks = document.findall("Article/DataBankList/DataBank")
    ncts = {folded(inner(n)).upper() for b in banks for n in b.findall("AccessionNumberList/AccessionNumber")}
    return {
        "authors": [person(a) for a in people],
        "authors_complete": article.find("AuthorList") is None or article.find("AuthorList").get("CompleteYN") != "N",
        "affiliations": [texts(a, "AffiliationInfo/Affiliation") or texts(a, "Affiliation") for a in people],
        "journal": folded(inner(article.find("Journal/Title"))),
        "volume": folded(inner(issue.find("Volume"))) if issue is not None else "",
        "issue": folded(inner(issue.find("Issue"))) if issue is not None else "",
        "year": year.strip(),
        "languages": texts(article, "Language"),
        "publication_types": once(texts(article, "PublicationTypeList/PublicationType")),
        "mesh": [heading(h) for h in document.findall("MeshHeadingList/MeshHeading")],
        "chemicals": texts(document, "ChemicalList/Chemical/NameOfSubstance"),
        "keywords": once(texts(document, "KeywordList/Keyword")),
        "grants": len(article.findall("GrantList/Grant")),
        "comments": [[c.get("RefType"), folded(inner(c.find("PMID")))] for c in document.findall("CommentsCorrectionsList/CommentsCorrections")],
        "pmcid": pmcid_of(ids),
        "registered": sorted(n for n in ncts if re.fullmatch(r"NCT\d{8}", n)),
        "retracted": bool({"RetractedPublication"} & set(texts(article, "PublicationTypeList/PublicationType"))),
    }


def fields_read(got, want):
    """The same members of an imported record; what PubMed does not state but the record may hold is left to `want`."""
    people = got.get("author_details") or [{"name": name} for name in got["authors"]]
    return {
        "authors": [folded(p["name"]) for p in people],
        "authors_complete": got["authors_complete"],
        "affiliations": [[folded(x) for x in p.get("affiliations", [])] for p in people],
        "journal": folded(got["journal"]) if want["journal"] else "",
        "volume": folded(got.get("volume", "")),
        "issue": folded(got.get("issue", "")),
        "year": got.get("publication_date", "")[:4] if want["year"] else "",
        "languages": [folded(x) for x in got.get("languages", [])],
        "publication_types": [folded(x) for x in got.get("publication_types", [])],
        "mesh": [[folded(h["descriptor"]), h.get("major", False)] + [folded(q["name"]) for q in h.get("qualifiers", [])]
                 for h in got.get("mesh_headings") or [{"descriptor": t} for t in got["mesh_terms"]]],
        "chemicals": [folded(c["name"]) for c in got.get("chemicals", [])],
        "keywords": [folded(k) for k in got["keywords"]],
        "grants": len(got.get("grants", [])),
        "comments": [[c["type"], c.get("pmid", "")] for c in got.get("comments_corrections", [])],
        "pmcid": got.get("pmcid", ""),
        "registered": [n for n in sorted(got.get("nct_ids", [])) if n in want["registered"]],
        "retracted": got["retraction"]["status"] == "retracted" if want["retracted"] else False,
    }


def expected(top):
    book = top.tag == "PubmedBookArticle"
    document = top.find("BookDocument" if book else "MedlineCitation")
    article = document if book else document.find("Article")
    if article is None:
        return None
    ids = top.findall("PubmedBookData/ArticleIdList/ArticleId" if book else "PubmedData/ArticleIdList/ArticleId")
    ids += article.findall("ArticleIdList/ArticleId") if book else []
    dois = {(e.text or "").strip().lower() for e in ids if e.get("IdType") == "doi"}
    dois |= {(e.text or "").strip().lower() for e in article.findall("ELocationID")
             if e.get("EIdType") == "doi" and e.get("ValidYN") != "N"}
    title = article.find("ArticleTitle")
    plain = folded(inner(title))
    titles = {plain, plain.lstrip("[").replace("].", "."), plain.lstrip("[").rstrip("]")}
    if plain in ("", "[NotAvailable]."):
        titles |= {"", folded(inner(article.find("VernacularTitle"))), folded(inner(article.find("Book/BookTitle")))}
    texts = article.findall("Abstract/AbstractText")
    return {
        "pmid": document.findtext("PMID").strip(),
        "version": int(document.find("PMID").get("Version") or 1),
        "titles": titles,
        "sections": [s for s in (folded(inner(e)) for e in texts) if s],
        "dois": {d for d in dois if d} or {""},
        "fields": None if book else fields_of_article(document, article, ids),
    }


def differences(want, got):
    if folded(got.get("title", "")) not in want["titles"]:
        yield "title"
    text, position = folded(got.get("abstract", "")), 0
    for section in want["sections"]:
        position = text.find(section, position)
        if position < 0:
            yield "abstract"
            break
        position += len(section)
    if not want["sections"] and text:
        yield "abstract"
    if got.get("doi", "") not in want["dois"]:
        yield "doi"
    if want["fields"]:
        read = fields_read(got, want["fields"])
        for name, value in want["fields"].items():
            if read[name] != value:
                yield f"{name}: {str(read[name])[:150]} for {str(value)[:150]}"


def compare(command, path):
    with open(path, "rb") as f:
        raw = f.read()
    root = ET.fromstring(gzip.decompress(raw) if raw[:2] == b"\x1f\x8b" else raw)
    wanted = {}
    for top in root:
        want = expected(top) if top.tag in ("PubmedArticle", "PubmedBookArticle") else None
        if want and want["version"] >= wanted.get(want["pmid"], want)["version"]:
            wanted[want["pmid"]] = want
    output = subprocess.run([*command, "import", path, "--dry-run", "--jsonl"], stdout=subprocess.PIPE, check=True)
    got = {}
    for line in output.stdout.decode().split("\n"):
        if line:
            article = json.loads(line)
            got[article["pmid"]] = article
    wrong = [f"{pmid}: not imported" for pmid in wanted if pmid not in got]
    wrong += [f"{pmid}: not in the file" for pmid in got if pmid not in wanted]
    for pmid in wanted.keys() & got.keys():
        wrong += [f"{pmid}: {field}" for field in differences(wanted[pmid], got[pmid])]
    return len(wanted), wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--import", dest="command", required=True)
    parser.add_argument("folder", nargs="?")
    options = parser.parse_args()
    folder = options.folder
    if folder is None:
        source = os.environ.get("EV_SOURCE_DIR", ".")
        folder = os.path.join(os.environ.get("EV_SHARED_DIR", os.path.join(source, "..", "shared")), "corpus", "pubmed")
    command = shlex.split(options.command)
    if not command or not os.path.isdir(folder):
        print("SKIPPED: no program to run" if not command else f"SKIPPED: no folder {folder}")
        return 1 if os.environ.get("EV_REQUIRE_SHARED") else 77
    total, wrong = 0, []
    for path in sorted(glob.glob(os.path.join(folder, "*.xml")) + glob.glob(os.path.join(folder, "*.xml.gz"))):
        records, found = compare(command, path)
        total, wrong = total + records, wrong + [f"{os.path.basename(path)} {w}" for w in found]
    print(f"{total} records, {len(wrong)} differences")
    print("\n".join(wrong[:50]))
    return 1 if wrong or not total else 0


if __name__ == "__main__":
    sys.exit(main())
