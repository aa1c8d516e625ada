#!/usr/bin/env python3
"""Writes bench/fresh_claims.jsonl, or another file of this form, as a data folder of the quality benchmark's task `claims`.

fresh_claims.py CORPUS EVAL_DATA OUT [FILE]   (CORPUS: PubMed XML of the records; EVAL_DATA: for its other files)
run.py --server "… serve" --data OUT --corpus … --tasks claims

fresh_claims.jsonl: 50 claims written and judged by reading records, half of them on no drug. searched_questions.jsonl:
65 ordinary questions with 675 records that a search brought for them; the verdict is that of the records' labels, one
side with twice as many as the other. Nobody has tuned on either: they are measured, never read. The files hold no text
of a record: a deciding sentence stands by its field and code points."""
import gzip
import json
import os
import shutil
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "train"))
from claims import records_of  # noqa: E402


def main():
    corpus, evaluation, out = sys.argv[1:4]
    name = sys.argv[4] if len(sys.argv) > 4 else "fresh_claims.jsonl"
    texts = {pmid: {"title": title, "abstract": abstract} for pmid, title, abstract in records_of(corpus)}
    os.makedirs(out + "/claims", exist_ok=True)
    for other in ("manifest.json", "floors.json"):
        shutil.copy(f"{evaluation}/{other}", out)
    here = os.path.dirname(os.path.abspath(__file__))
    with open(os.path.join(here, name), encoding="utf-8") as file, \
            gzip.open(out + "/claims/claims.jsonl.gz", "wt", encoding="utf-8") as written:
        for line in file:
            claim = json.loads(line)
            claim["split"] = "dev"
            claim["frame"].setdefault("population", None)
            for record in claim["records"]:
                record["quote"] = texts[record["pmid"]][record["text"]][record["start"]:record["end"]]
            written.write(json.dumps(claim, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
