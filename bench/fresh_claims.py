#!/usr/bin/env python3
"""Writes bench/fresh_claims.jsonl as a data folder of the quality benchmark's task `claims`.

fresh_claims.py CORPUS EVAL_DATA OUT   (CORPUS: PubMed XML of the records; EVAL_DATA: for its other files)
run.py --server "… serve" --data OUT --corpus … --tasks claims

50 claims that nobody has tuned on: written and judged by reading records, half of them on no drug. They are measured,
never read. The file holds no text of a record: a deciding sentence stands by its field and code points."""
import gzip
import json
import os
import shutil
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "train"))
from claims import records_of  # noqa: E402


def main():
    corpus, evaluation, out = sys.argv[1:4]
    texts = {pmid: {"title": title, "abstract": abstract} for pmid, title, abstract in records_of(corpus)}
    os.makedirs(out + "/claims", exist_ok=True)
    for name in ("manifest.json", "floors.json"):
        shutil.copy(f"{evaluation}/{name}", out)
    here = os.path.dirname(os.path.abspath(__file__))
    with open(here + "/fresh_claims.jsonl", encoding="utf-8") as file, \
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
