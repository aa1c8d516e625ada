#!/usr/bin/env python3
"""Labelled trials with their texts, for train_features: trials.py train/trials.jsonl CORPUS > trials.jsonl

One line a record: its label as bench/labelled_trials.py describes it, and its title and abstract."""
import json
import sys

from claims import records_of


def main():
    labels, corpus = sys.argv[1:3]
    texts = {pmid: (title, abstract) for pmid, title, abstract in records_of(corpus)}
    with open(labels, encoding="utf-8") as file:
        for line in file:
            label = json.loads(line)
            title, abstract = texts[label["pmid"]]
            print(json.dumps(dict(label, title=title, abstract=abstract), ensure_ascii=False))


if __name__ == "__main__":
    main()
