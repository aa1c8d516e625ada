#!/usr/bin/env python3
"""Parts the quality gold into two folders of the same form: what may be read and tuned on, and what is only measured.

  bench/split_gold.py EVAL/data OUT     writes OUT/dev and OUT/check (run.py --data OUT/dev)

Sets with a `split` of their own (claims, trial_tables) keep it. Of the others a third of the items is `check`, drawn by
the MD5 of their id, so that it is the same third on every machine; documents and vocabularies stand in both.
"""
import gzip
import hashlib
import json
import shutil
import sys
from pathlib import Path

ITEMS = {"direction/biored", "direction/chemprot", "direction/drugprot", "effect_direction/evidence_inference",
         "key_findings/sci_claims", "mesh_mapping/clauses", "pico_spans/ebm_nlp", "polarity/pubmedqa",
         "question_recall/questions", "rct/medline", "sample_size/ebm_nlp", "sample_size/pico_corpus",
         "claims/claims", "trial_tables/trials"}


def split_of(row):
    if "split" in row:
        return row["split"]
    key = str(row.get("pmcid") or row.get("pmid") or row["id"])
    return "check" if int(hashlib.md5(key.encode()).hexdigest(), 16) % 3 == 0 else "dev"


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    data, out = Path(sys.argv[1]), Path(sys.argv[2])
    for file in sorted(p for p in data.rglob("*") if p.is_file()):
        name = file.relative_to(data)
        item_set = str(name).removesuffix(".jsonl.gz") in ITEMS
        for part in ("dev", "check"):
            target = out / part / name
            target.parent.mkdir(parents=True, exist_ok=True)
            if not item_set:
                shutil.copyfile(file, target)
                continue
            with gzip.open(file, "rt") as rows, gzip.open(target, "wt") as kept:
                kept.writelines(line for line in rows if split_of(json.loads(line)) == part)


if __name__ == "__main__":
    main()
