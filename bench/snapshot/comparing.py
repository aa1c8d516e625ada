"""Two recordings side by side: counts per group and field, and the first differences of each group."""
import collections
import glob
import json
import os
import re

from . import recording


def groups_of(folder):
    return {os.path.basename(path)[:-len(".jsonl.gz")] for path in glob.glob(os.path.join(folder, "*.jsonl.gz"))}


def about(folder):
    with open(os.path.join(folder, "about.json")) as file:
        return json.load(file)


def differences(before, after):
    """(item, field, text before, text after); None where an item or field is missing."""
    for item in sorted(before.keys() | after.keys()):
        old, new = before.get(item), after.get(item)
        if old is None or new is None:
            yield item, "(item)", None if old is None else "present", None if new is None else "present"
        elif old != new:
            for field in sorted(old.keys() | new.keys()):
                if old.get(field) != new.get(field):
                    yield item, field, old.get(field), new.get(field)


def general(field):
    """The field without the ids and places of list members: what counts are taken of."""
    return re.sub(r"\[[^\]]*\]", "[]", re.sub(r"^line \d+$", "line", field))


def shown(text):
    return "(nothing)" if text is None else text if len(text) <= 260 else text[:260] + "…"


def compare(old, new, first):
    """Prints what differs; the number of differences."""
    if about(old) != about(new):
        raise SystemExit(f"{old} and {new} were not recorded alike: {about(old)}, {about(new)}")
    total = 0
    for group in sorted(groups_of(old) | groups_of(new)):
        before, after = recording.load(old, group), recording.load(new, group)
        found = list(differences(before, after))
        total += len(found)
        items = len({row[0] for row in found})
        print(f"{group:<24} {len(before):>6} items  " + (f"{len(found)} differences in {items} items" if found else "equal"))
        for field, count in collections.Counter(general(row[1]) for row in found).most_common(40 if first else 0):
            print(f"    {count:>6}  {field}")
        for item, field, left, right in found[:first]:
            print(f"  {item} · {field}\n    - {shown(left)}\n    + {shown(right)}")
    print("equal" if total == 0 else f"{total} differences")
    return total
