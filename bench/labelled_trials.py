#!/usr/bin/env python3
"""Writes train/trials.jsonl as a data folder of the quality benchmark's task `trial_tables`.

labelled_trials.py CORPUS EVAL_DATA OUT [PART/PARTS]   (CORPUS: PubMed XML of the records; EVAL_DATA: for its other files)
run.py --server "… serve" --data OUT --tasks trial_tables

3,093 records of trials and cohorts, each with its arms and result rows, labelled by reading them; none is in the gold of
the benchmark. Of most of them population, primary outcome and the number of people are not labelled. The file holds no text of a record: names, outcomes and numbers stand by their code points in the
abstract (or the title, where that is said). At most 16 rows of a record are labelled, so precision is a lower bound.
PART/PARTS takes every PARTS-th record: models fitted on 0/2 are measured on 1/2. The weights under data/weights/ are
fitted on all of them."""
import gzip
import json
import os
import re
import shutil
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "train"))
from claims import records_of  # noqa: E402

CLASSES = {"rct": "rct", "crossover": "crossover", "controlled": "controlled", "cohort": "cohort", "case_control": "case-control",
           "cross_sectional": "cross-sectional", "meta_analysis": "meta-analysis", "post_hoc": "post hoc analysis"}
ROLES = {"i": "intervention", "c": "comparator", "e": "either"}
CELLS = {"e": "events", "p": "percent", "n": "n", "m": "mean", "sd": "sd", "se": "se", "pm": "plus_minus", "md": "median"}
DIRECTIONS = {"inc": "higher", "dec": "lower", "none": "no_difference", "unclear": "unclear"}
UNITS = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split()
TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()


class Record:
    def __init__(self, title, abstract):
        self.title, self.abstract = title, abstract

    def text(self, place):
        if place is None:
            return None
        return (self.title if len(place) > 2 else self.abstract)[place[0]:place[1]]

    def number(self, place):
        written = re.sub(r"(?<=\d)[ \u2009](?=\d{3})", "", self.abstract[place[0]:place[1]].lower())
        if written[0].isalpha():
            tens, _, units = written.partition("-")
            value = UNITS.index(tens) if tens in UNITS else 20 + 10 * TENS.index(tens)
            return float(value + (UNITS.index(units) if units else 0))
        written = written.replace("\u00b7", ".")
        if re.fullmatch(r"\d{1,3}(,\d{3})+(\.\d+)?", written) or "." in written:
            written = written.replace(",", "")
        value = float(written.replace(",", "."))
        before = self.abstract[max(0, place[0] - 2):place[0]]
        negative = before[-1:] in ("-", "\u2212") and (len(before) < 2 or before[0] in " ([")
        return -value if negative else value

    def p_value(self, place):
        words = self.abstract[max(0, place[0] - 30):place[0]]
        at = words.lower().rfind("p")
        return (words[at:] if at >= 0 else "p = ") + self.abstract[place[0]:place[1]]

    def sentence(self, start):
        end = re.search(r"[.;](?= [A-Z]|\s*$)", self.abstract[start + 20:])
        return start, start + 20 + end.start() + 1 if end else len(self.abstract)


def arm_of(record, arm):
    counts = [record.number(p) for p in arm["n"] if p]
    names = [record.text(p) for p in arm["names"]]
    return {"id": arm["id"], "name": names[0], "acceptable": names[1:], "role": ROLES[arm["role"]], "n": counts[0] if counts else None,
            "n_acceptable": counts[1:]}


def effect_of(record, effect):
    number = {name: record.number(effect[key]) if key in effect else None for name, key in (("value", "v"), ("ci_low", "l"), ("ci_high", "h"))}
    return {"measure": effect["measure"], **number, "ci_level": 95}


def row_of(record, row):
    start, end = record.sentence(row.get("sentence", row["outcome"][0]))
    cells = {arm: {CELLS[kind]: record.number(place) for kind, place in row[key].items()} for arm, key in zip(row["arms"], ("ca", "cb")) if key in row}
    return {"outcome": record.text(row["outcome"]), "acceptable": [], "time": record.text(row.get("time")), "good": row.get("good"), "arms": cells,
            "contrast": row["arms"], "effect": effect_of(record, row["effect"]) if "effect" in row else None,
            "p": record.p_value(row["p"]) if "p" in row else None, "direction": DIRECTIONS[row["direction"]], "significant": row.get("significant"),
            "quote": record.abstract[start:end], "start": start, "end": end}


def gold_of(label, title, abstract):
    record = Record(title, abstract)
    arms = [arm_of(record, a) for a in label["arms"] if a["names"]]
    known = {a["id"] for a in arms}
    last = max([m.end() for m in re.finditer(r"\. ", abstract[:-40])] or [0])
    population = record.text(label["population"])
    return {"pmid": label["pmid"], "split": "dev", "stratum": "", "title": title, "abstract": abstract, "sections": [], "design": label["design"],
            "design_classes": [CLASSES.get(label["design"], "other")],
            "n_total": [{"value": record.number(p), "what": ""} for p in label["n_total"] if p],
            "population": {"text": population, "acceptable": []} if population else None, "arms": arms,
            "primary_outcome": record.text(label["primary"]), "primary_acceptable": [], "primary_stated": label["primary_stated"],
            "results": [row_of(record, r) for r in label["rows"] if known >= set(r["arms"]) and "outcome" in r],
            "conclusion": abstract[last:], "conclusion_start": last, "conclusion_end": len(abstract), "unjudged": []}


def main():
    corpus, evaluation, out = sys.argv[1:4]
    part, parts = map(int, sys.argv[4].split("/")) if len(sys.argv) > 4 else (0, 1)
    texts = {pmid: (title, abstract) for pmid, title, abstract in records_of(corpus)}
    os.makedirs(out + "/trial_tables", exist_ok=True)
    for name in ("manifest.json", "floors.json"):
        shutil.copy(f"{evaluation}/{name}", out)
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "train", "trials.jsonl"), encoding="utf-8") as file:
        labels = [json.loads(line) for line in file]
    with gzip.open(out + "/trial_tables/trials.jsonl.gz", "wt", encoding="utf-8") as written:
        for label in labels[part::parts]:
            gold = gold_of(label, *texts[label["pmid"]])
            if len(gold["arms"]) >= 2:
                written.write(json.dumps(gold, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
