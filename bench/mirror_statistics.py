#!/usr/bin/env python3
"""What mirror_data draws from: how often each word occurs and how long titles and abstracts are. Of the texts
themselves nothing is kept.
Usage: mirror_statistics.py FILE.jsonl[.gz]… > STATISTICS.tsv     (objects with "title" and "abstract")"""
import collections
import gzip
import json
import re
import sys

WORD = re.compile(r"[A-Za-z0-9][A-Za-z0-9'-]*[.,;:)%]?|[(<>=±+/]")


def main():
    words = collections.Counter()
    lengths = {"title": collections.Counter(), "abstract": collections.Counter()}
    for path in sys.argv[1:]:
        with (gzip.open if path.endswith(".gz") else open)(path, "rt", encoding="utf8") as lines:
            for line in lines:
                record = json.loads(line)
                for part, counts in lengths.items():
                    found = WORD.findall(record.get(part) or "")
                    counts[len(found)] += 1
                    words.update(re.sub(r"\d", "0", word) for word in found)
    for part, counts in lengths.items():
        for length, count in sorted(counts.items()):
            if length > 0:
                print(f"#{part}\t{length}\t{count}")
    for word, count in sorted(words.items(), key=lambda item: (-item[1], item[0])):
        print(f"{word}\t{count}")


if __name__ == "__main__":
    main()
