#!/usr/bin/env python3
"""Duplicates as other databases write them. Records of the corpus, each a work of its own, are given a second time in another style: journal
abbreviated or by its initials, first names dropped, year or pages missing, titles in capitals, and mixtures; beside some stands its twin,
the abstract of a meeting. How many copies are found, and how many works are wrongly made one, against the corpus without copies.

  record_styles.py BINARY      Environment: EV_SHARED_DIR (folder with corpus/), EV_ATTACK_WHOLE=1 for all styles and more records
Prints a table; exits 77 without the corpus, 1 when fewer than 97 % of a style are found or one more work is wrongly merged.
"""
import collections
import csv
import glob
import gzip
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET

BINARY = os.path.abspath(sys.argv[1])
ROOT = os.environ.get("EV_SOURCE_DIR") or os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SHARED = os.environ.get("EV_SHARED_DIR") or os.path.join(ROOT, "..", "shared")
WHOLE = bool(os.environ.get("EV_ATTACK_WHOLE"))
COLUMNS = ["record_id", "author", "title", "year", "journal", "abstract", "volume", "number", "pages", "doi"]
LEAST = 0.97


def text(element, path):
    found = element.find(path)
    return re.sub(r"\s+", " ", "".join(found.itertext())).strip() if found is not None else ""


def works_of(path):
    """What a citation of each record would be made from."""
    for record in ET.fromstring(gzip.open(path).read()).iter("PubmedArticle"):
        article = record.find("MedlineCitation/Article")
        authors = [(text(a, "LastName"), text(a, "Initials"), text(a, "ForeName")) for a in article.findall("AuthorList/Author")]
        doi = [i.text for i in record.findall("PubmedData/ArticleIdList/ArticleId") if i.get("IdType") == "doi" and i.text]
        year = text(article, "Journal/JournalIssue/PubDate/Year") or text(article, "Journal/JournalIssue/PubDate/MedlineDate")[:4]
        work = dict(title=text(article, "ArticleTitle"), authors=[a for a in authors if a[0]], year=year,
                    journal=text(article, "Journal/Title"), short=text(article, "Journal/ISOAbbreviation"),
                    volume=text(article, "Journal/JournalIssue/Volume"), number=text(article, "Journal/JournalIssue/Issue"),
                    pages=text(article, "Pagination/MedlinePgn"), doi=doi[0] if doi else "",
                    abstract=" ".join(text(a, ".") for a in article.findall("Abstract/AbstractText")))
        if len(work["title"]) > 20 and year and not work["title"].startswith("["):
            yield work


def pages_in_full(pages):
    match = re.fullmatch(r"(\d+)-(\d+)", pages)
    if not match or len(match[2]) >= len(match[1]):
        return pages
    return f"{match[1]}-{match[1][:len(match[1]) - len(match[2])]}{match[2]}"


def row(work, names=lambda a: f"{a[0]}, {' '.join(a[1])}", **changed):
    out = {c: work.get(c, "") for c in COLUMNS}
    out["author"] = " and ".join(names(a) for a in work["authors"])
    out["pages"] = pages_in_full(work["pages"])
    out.update(changed)
    return out


def capitals(title):
    small = {"a", "an", "and", "as", "at", "by", "for", "from", "in", "of", "on", "or", "the", "to", "with", "versus", "vs"}
    return " ".join(w if i and w in small else w[:1].upper() + w[1:] for i, w in enumerate(title.split(" ")))


def initials(journal):
    words = [w for w in re.split(r"\W+", journal) if w and w.lower() not in ("the", "of", "and", "for", "in", "on")]
    return "".join(w[0] for w in words).upper() if len(words) > 2 else journal


# The second copy; the first is as the corpus has it, with its DOI, which most lists lack.
STYLES = {
    "journal abbreviated": lambda w: row(w, journal=w["short"], doi=""),
    "journal by initials": lambda w: row(w, journal=initials(w["journal"]), doi=""),
    "first names dropped": lambda w: row(w, lambda a: a[0], doi=""),
    "first names in full": lambda w: row(w, lambda a: f"{a[2]} {a[0]}", doi=""),
    "first author alone": lambda w: dict(row(w, doi=""), author=(f"{w['authors'][0][0]} {w['authors'][0][1]} et al" if w["authors"] else "")),
    "no authors": lambda w: dict(row(w, doi=""), author=""),
    "no year": lambda w: row(w, year="", doi=""),
    "no pages": lambda w: row(w, pages="", doi=""),
    "no place": lambda w: row(w, pages="", volume="", number="", doi=""),
    "first page alone": lambda w: row(w, pages=w["pages"].split("-")[0], doi=""),
    "title in capitals": lambda w: row(w, title=w["title"].upper(), doi=""),
    "title case, no stop": lambda w: row(w, title=capitals(w["title"]).rstrip("."), doi=""),
    "no abstract": lambda w: row(w, abstract="", doi=""),
    "a year later": lambda w: row(w, year=str(int(w["year"]) + 1), pages="", doi=""),
    "abbreviated, last names": lambda w: row(w, lambda a: a[0], journal=w["short"], doi=""),
    "abbreviated, no year, no pages": lambda w: row(w, lambda a: a[0], journal=w["short"], year="", pages="", doi=""),
    "last names, no place, no abstract": lambda w: row(w, lambda a: a[0], journal=w["short"], pages="", volume="", number="", abstract="", doi=""),
    "title case, no year, last names": lambda w: row(w, lambda a: a[0], title=capitals(w["title"]).rstrip("."), journal=w["short"], year="", doi=""),
    "initials of journal, no pages": lambda w: row(w, lambda a: a[0], title=w["title"].upper(), journal=initials(w["journal"]), pages="", doi=""),
}
SHORT = ("abbreviated, last names", "no place", "title case, no year, last names")


def meeting_abstract(work):
    """The same work told at a meeting the year before: another work."""
    return row(work, year=str(int(work["year"]) - 1), volume=str(int(re.sub(r"\D", "", work["volume"]) or 40) - 1), number="Suppl 1", pages="S" + str(100 + len(work["title"])),
               journal=work["journal"] + ". Conference: Annual Meeting", abstract="", doi="")


def call(home, command, *arguments):
    env = {"PATH": os.environ["PATH"], "HOME": home, "EVIDENCE_MCP_HOME": os.path.join(home, "state"), "EVIDENCE_MCP_OFFLINE": "1"}
    done = subprocess.run([BINARY, command, *arguments], capture_output=True, text=True, env=env, timeout=600, stdin=subprocess.DEVNULL)
    if done.returncode:
        raise RuntimeError(f"{command}: {done.stderr[-500:] or done.stdout[-500:]}")
    return json.loads(done.stdout)


def clusters_of(rows):
    with tempfile.TemporaryDirectory(prefix="evidence-styles-") as home:
        path = os.path.join(home, "rows.csv")
        with open(path, "w", newline="") as f:
            writer = csv.DictWriter(f, COLUMNS)
            writer.writeheader()
            writer.writerows(rows)
        handle = call(home, "import", path, "--json")["result_set"]
        found, cursor = [], None
        while True:
            asked = {"result_sets": [handle], "max_response_tokens": 1000000, **({"cursor": cursor} if cursor else {})}
            answer = call(home, "call", "deduplicate_evidence", json.dumps(asked))
            found += [[str(m["record_id"]) for m in c["members"]] for c in answer["clusters"]]
            cursor = answer.get("next_cursor")
            if not cursor:
                return found


def judged(rows):
    """Copies, found, works wrongly made one: rows of one work share what stands before the dot of record_id."""
    groups = collections.defaultdict(list)
    for one in rows:
        groups[one["record_id"].split(".")[0]].append(one["record_id"])
    place = {r: i for i, c in enumerate(clusters_of(rows)) for r in c}
    copies = sum(len(g) - 1 for g in groups.values())
    missed = [g for g in groups.values() if len({place.get(r, r) for r in g}) > 1]
    lost = sum(len({place.get(r, r) for r in g}) - 1 for g in groups.values())
    by_cluster = collections.defaultdict(set)
    for record, cluster in place.items():
        by_cluster[cluster].add(record.split(".")[0])
    wrong = [c for c in by_cluster.values() if len(c) > 1]
    return copies, copies - lost, wrong, missed


def set_of(works, style, chance):
    rows = []
    for number, work in enumerate(works):
        rows.append(dict(row(work), record_id=f"w{number}.a"))
        if style and number % 3 == 0:
            rows.append(dict(STYLES[style](work), record_id=f"w{number}.b"))
        if number % 9 == 1:
            rows.append(dict(meeting_abstract(work), record_id=f"m{number}.a"))
    chance.shuffle(rows)
    return rows


def main():
    files = sorted(glob.glob(os.path.join(SHARED, "corpus", "pubmed", "*.xml.gz")))[:None if WHOLE else 1]
    if not files:
        print("SKIPPED: no corpus (EV_SHARED_DIR)")
        return 1 if os.environ.get("EV_REQUIRE_SHARED") else 77
    works = [w for path in files for w in works_of(path)]
    chance = random.Random(1)
    before = {frozenset(c) for c in judged(set_of(works, None, chance))[2]}
    print(f"{'style':36} records copies  found  wrong (without copies: {len(before)})")
    failures = tried = 0
    for style in STYLES if WHOLE else SHORT:
        rows = set_of(works, style, chance)
        copies, found, wrong, missed = judged(rows)
        new = [c for c in wrong if frozenset(c) not in before]
        good = found >= LEAST * copies and not new
        failures += not good
        tried += len(rows)
        print(f"{style:36} {len(rows):7} {copies:6} {found / copies:6.3f} {len(new):6}{'' if good else '  FAIL'}", flush=True)
        if os.environ.get("EV_SHOW"):
            titles = {r["record_id"]: r for r in rows}
            for group in missed[:int(os.environ["EV_SHOW"])]:
                print("   missed", [{k: v[:80] for k, v in titles[r].items() if v} for r in group])
            for group in new[:5]:
                print("   wrong", [{k: v[:80] for k, v in titles[r].items() if v} for w in group for r in (w + ".a",)])
    print(f"attack: duplicates in other styles: {tried} inputs, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
