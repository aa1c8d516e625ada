#!/usr/bin/env python3
"""A second implementation of the seed scoring profile, to hold the C++ one against.

Prints one JSON object per line: {"case": the arguments, "expected": the answer}. Same seed, same lines.
Usage: seed_oracle.py [--seed N] [--cases N]
"""
import argparse
import json
import math
import random
import statistics

HIERARCHY = (
    ("systematic review", 1.0), ("meta-analysis", 0.95), ("randomized controlled trial", 0.9), ("clinical trial", 0.8),
    ("observational study", 0.6), ("case study", 0.4), ("commentary", 0.2),
)
FUNCTIONS = ("categorical_score", "log_scale", "text_similarity", "keyword_match", "direct", "text_quality", "recency", "made_up")
NAMES = ("alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta")
WORDS = ("blood", "Pressure", "fell\n", "in", "adults;", "größer", "\u00a0", "β-blocker", "95%", "(n=12)")


def is_number(v):
    return isinstance(v, (int, float)) and not isinstance(v, bool)


def categorical(v):
    if isinstance(v, str):
        for name, level in HIERARCHY:
            if v.lower() == name:
                return level
    return 0.5


def log_scale(v):
    if not is_number(v) or v <= 0:
        return 0.0
    return min(1.0, math.log10(v) / 4)


def text_similarity(v):
    return min(1.0, len(v.split()) / 50) if isinstance(v, str) else 0.0


def keyword_match(v):
    count = len(v) if isinstance(v, list) else 1 if isinstance(v, str) else 0
    return min(1.0, count / 10)


def direct(v):
    if isinstance(v, bool):
        return float(v)
    if is_number(v):
        return min(1.0, max(0.0, v))
    return 0.5


TABLE = {"categorical_score": categorical, "log_scale": log_scale, "text_similarity": text_similarity,
         "keyword_match": keyword_match}


def article_score(extraction, weights, functions, method):
    breakdown = {}
    for name in sorted(weights):
        if name in extraction:
            function = TABLE.get(functions.get(name, "direct"), direct)
            breakdown[name] = function(extraction[name]) * weights[name]
    total = 0.0
    for name in sorted(breakdown):
        total += breakdown[name]
    share = len(breakdown) / len(weights)
    if method == "composite":
        total = total * 0.8 + share * 0.2
    return dict(total_score=min(1.0, max(0.0, total)), score_breakdown=breakdown, confidence=min(1.0, share),
                components_used=len(breakdown))


def expected(case):
    rows = [dict(article_score(item["extraction"], case["weights"], case["functions"], case["method"]), item_id=item["item_id"])
            for item in case["items"]]
    totals = [row["total_score"] for row in rows]
    for row in rows:
        below = len([t for t in totals if t < row["total_score"]])
        row["percentile_rank"] = round(below / len(totals) * 100, 1)
    spread = statistics.stdev(totals) if len(totals) > 1 else 0.0
    return dict(rows=rows, distribution=dict(min=min(totals), max=max(totals), mean=statistics.fmean(totals), std_dev=spread))


def value(rng):
    kind = rng.randrange(11)
    if kind == 0:
        name = rng.choice(HIERARCHY)[0]
        return rng.choice((name, name.upper(), name.title(), name + "s", " " + name))
    if kind == 1:
        return rng.choice((" ", "  ", "\n")).join(rng.choice(WORDS) for _ in range(rng.randrange(80)))
    if kind == 2:
        return rng.randrange(-20, 20)
    if kind == 3:
        return int(10 ** rng.uniform(0, 6))
    if kind == 4:
        return rng.uniform(-1, 2)
    if kind == 5:
        return rng.uniform(0, 30000)
    if kind == 6:
        return [rng.choice(WORDS) for _ in range(rng.randrange(15))]
    if kind == 7:
        return rng.random() < 0.5
    if kind == 8:
        return None
    if kind == 9:
        return {"inner": rng.randrange(5)}
    return ""


def make_case(rng):
    names = rng.sample(NAMES, rng.randrange(1, len(NAMES) + 1))
    weights = {n: rng.choice((0, 1, 0.5, 0.25, 0.2, round(rng.random(), 3), rng.random())) for n in names}
    functions = {n: rng.choice(FUNCTIONS) for n in names if rng.random() < 0.8}
    items = []
    for i in range(rng.randrange(1, 26)):
        if items and rng.random() < 0.15:
            extraction = dict(rng.choice(items)["extraction"])
        else:
            extraction = {n: value(rng) for n in NAMES if rng.random() < 0.7}
        items.append(dict(item_id=str(1000 + i), extraction=extraction))
    rng.shuffle(items)
    return dict(items=items, weights=weights, functions=functions, method=rng.choice(("weighted_sum", "composite", "ml_model")))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cases", type=int, default=1000)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    for _ in range(options.cases):
        case = make_case(rng)
        print(json.dumps(dict(case=case, expected=expected(case))))


if __name__ == "__main__":
    main()
