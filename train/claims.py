#!/usr/bin/env python3
"""Joins labelled claims with the texts of their records, for train/stance.cpp.

claims.py LABELS.tsv … CORPUS … > labelled.jsonl.gz
LABELS: train/claims.tsv, train/questions.tsv; CORPUS: folders of PubMed XML (.xml, .xml.gz). Records that are not there are counted and
left out. The labels hold no text of an article: a record's PMID, the claim, what the record says to it, and where the
deciding sentence stands (field, first and last code point of title or abstract)."""
import glob
import gzip
import json
import os
import sys
from xml.etree import ElementTree


def abstract_of(article):
    parts = []
    for part in article.findall(".//Abstract/AbstractText"):
        label = part.get("Label")
        parts.append((label + ": " if label else "") + "".join(part.itertext()))
    return "\n".join(parts)


def records_of(folder):
    for path in sorted(glob.glob(folder + "/*.xml*")):
        with (gzip.open if path.endswith(".gz") else open)(path, "rb") as file:
            for _, element in ElementTree.iterparse(file):
                if element.tag == "PubmedArticle":
                    title = element.find(".//ArticleTitle")
                    yield element.findtext(".//PMID"), "".join(title.itertext()) if title is not None else "", abstract_of(element)
                    element.clear()


def rows_of(path):
    searched = os.path.basename(path) == "questions.tsv"
    with open(path, encoding="utf-8") as file:
        for line in file:
            if line.startswith("#") or line.startswith("pmid\t"):
                continue
            pmid, claim, stance, field, start, end = line.rstrip("\n").split("\t")
            row = {"pmid": pmid, "claim": claim, "stance": stance}
            if field:
                row |= {"field": field, "start": int(start), "end": int(end)}
            yield row | ({"searched": True} if searched else {})


def main():
    labels = [a for a in sys.argv[1:] if a.endswith(".tsv")]
    folders = [a for a in sys.argv[1:] if not a.endswith(".tsv")]
    texts = {pmid: (title, abstract) for folder in folders for pmid, title, abstract in records_of(folder)}
    found = missing = 0
    with gzip.open(sys.stdout.buffer, "wt", encoding="utf-8", compresslevel=6) as out:
        for row in (row for path in labels for row in rows_of(path)):
            if row["pmid"] not in texts:
                missing += 1
                continue
            found += 1
            row["title"], row["abstract"] = texts[row["pmid"]]
            out.write(json.dumps(row, ensure_ascii=False) + "\n")
    if missing and not found:
        sys.exit(f"no labelled record stands in {' '.join(folders)}: name the folders of its PubMed XML")
    if missing:
        print(f"{missing} labels without their record", file=sys.stderr)


if __name__ == "__main__":
    main()
