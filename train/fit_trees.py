#!/usr/bin/env python3
"""Fits a learnt ensemble of trees (src/pipeline/nlp/forest.hpp) to what train_features wrote.

fit_trees.py INPUT --name NAME --labels "a b c" [--out data/weights/NAME.txt]
Each line of INPUT: group (the article), label (with :weight where it is not 1), numbers. Cross-validated by group in
five folds; --odds writes the cross-validated probabilities of every line, for a model that builds on this one.
Deterministic. Needs scikit-learn."""
import argparse
import sys
import zlib

import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier

FOLDS = 5
UNIT = 1000


class Data:
    def __init__(self, path, labels):
        groups, y, weights, rows = [], [], [], []
        for line in open(path, encoding="utf-8"):
            group, label, numbers = line.rstrip("\n").split("\t")
            label, _, weight = label.partition(":")
            groups.append(group)
            y.append(labels.index(label))
            weights.append(float(weight or 1))
            rows.append(np.fromstring(numbers, sep=" ", dtype=np.float32))
        self.x, self.y, self.weights = np.array(rows), np.array(y), np.array(weights)
        self.groups = len(set(groups))
        self.fold = np.array([zlib.crc32(g.encode()) % FOLDS for g in groups])


def fitted(args, data, rows):
    model = HistGradientBoostingClassifier(
        max_iter=args.rounds, max_depth=args.depth, learning_rate=args.rate, l2_regularization=1,
        min_samples_leaf=args.least, early_stopping=False, random_state=0)
    return model.fit(data.x[rows], data.y[rows], sample_weight=data.weights[rows])


def node_cells(nodes, at):
    node = nodes[at]
    if node["is_leaf"]:
        return [f"={round(float(node['value']) * UNIT)}"]
    # As a float, at least the threshold: numbers are floats, and none lies between the two.
    threshold = np.float32(node["num_threshold"])
    if float(threshold) < node["num_threshold"]:
        threshold = np.nextafter(threshold, np.float32(np.inf))
    return ([f"{node['feature_idx']}:{threshold:.9g}"] + node_cells(nodes, node["left"]) +
            node_cells(nodes, node["right"]))


def write(args, data, model, scores):
    base = np.asarray(model._baseline_prediction).ravel()
    trees = [(label, tree) for round_ in model._predictors for label, tree in enumerate(round_)]
    if len(base) == 1:  # of two labels the trees are those of the second
        base, trees = np.array([0, base[0]]), [(1, tree) for _, tree in trees]
    header = [("model", args.name), ("task", args.task), ("features", args.features), ("labels", args.labels),
              ("sets", args.sets), ("licence", args.licence), ("scores", scores), ("inputs", data.x.shape[1]),
              ("unit", UNIT), ("base", " ".join(str(round(b * UNIT)) for b in base)), ("trees", len(trees))]
    with open(args.out, "w", encoding="utf-8") as out:
        for key, value in header:
            out.write(f"# {key}: {value}\n")
        for label, tree in trees:
            out.write(f"{label} " + " ".join(node_cells(tree.nodes, 0)) + "\n")


def scored(data, odds, labels):
    told, sure = odds.argmax(axis=1), data.weights >= 1
    line = f"{FOLDS} folds of {data.groups} groups, {int(sure.sum())} items: accuracy {np.mean(told[sure] == data.y[sure]):.3f}"
    for i, name in enumerate(labels):
        right = np.sum((told == i) & (data.y == i) & sure)
        p, r = right / max(1, np.sum((told == i) & sure)), right / max(1, np.sum((data.y == i) & sure))
        line += f", {name} {2 * p * r / max(1e-9, p + r):.3f}"
    return line


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("input")
    ask.add_argument("--name", required=True)
    ask.add_argument("--task", default="")
    ask.add_argument("--features", default="1", help="version of the code that makes the numbers")
    ask.add_argument("--labels", required=True, help="in the order of the enum in the code")
    ask.add_argument("--sets", default="", help="training sets, for the header")
    ask.add_argument("--licence", default="", help="of the sets")
    ask.add_argument("--rounds", type=int, default=100)
    ask.add_argument("--depth", type=int, default=4)
    ask.add_argument("--rate", type=float, default=0.08)
    ask.add_argument("--least", type=int, default=20, help="items in a leaf")
    ask.add_argument("--odds", help="write the cross-validated probabilities here, one line per item: the labels in order")
    ask.add_argument("--out", help="none: scores only")
    args = ask.parse_args()
    labels = args.labels.split()
    data = Data(args.input, labels)
    odds = np.zeros((len(data.y), len(labels)))
    for fold in range(FOLDS):
        test = np.flatnonzero(data.fold == fold)
        if len(test):
            odds[test] = fitted(args, data, np.flatnonzero(data.fold != fold)).predict_proba(data.x[test])
    scores = scored(data, odds, labels)
    print(f"{args.name}: {scores}", file=sys.stderr)
    if args.odds:
        np.savetxt(args.odds, odds, fmt="%.6f")
    if args.out:
        write(args, data, fitted(args, data, np.arange(len(data.y))), scores)


if __name__ == "__main__":
    main()
