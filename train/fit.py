#!/usr/bin/env python3
"""Fits a linear model on features that train_features wrote and stores it under data/weights/.

  train_features roles SHARED/train > features.txt
  train/fit.py features.txt --name roles --labels "background objective …" --chain --out data/weights/roles.txt

A line of the input is GROUP, LABEL and the features (hexadecimal) of one item, divided by tabs, the features by
blanks; `GROUP` is the article, so that no article stands on both sides of a fold. A label may carry a weight
("increased:0.5"). With --chain the items of one sequence follow each other and an empty line ends it; an item of
which only a choice of labels is known ("background|objective") counts by the sum over them (Tsuboi et al. 2008).

Without --chain: logistic regression (scikit-learn). With --chain: a linear-chain conditional random field
(Lafferty et al. 2001) by L-BFGS on the exact gradient. Scores are cross-validated over five folds of groups, then
the model is fitted on everything. Deterministic: same input, same bytes.
"""
import argparse
import collections
import hashlib
import sys
import zlib

import numpy as np
import scipy.sparse as sp
from scipy.optimize import minimize
from sklearn.linear_model import LogisticRegression

FOLDS = 5
UNIT = 256  # a weight of 1 is stored as this


def fold_of(group):
    return int(hashlib.md5(group.encode()).hexdigest(), 16) % FOLDS


def is_in_part(group, part):
    some, of = map(int, part.split("/"))
    return zlib.crc32(group.encode()) % of < some


class Data:
    """Items with their sequence, label, weight, group and features."""

    def __init__(self, path, labels, least, part="1/1"):
        self.labels = labels
        number = {name: i for i, name in enumerate(labels)}
        self.y, self.weight, self.group, self.sequence, self.choice, rows = [], [], [], [], [], []
        sequence = 0
        with (sys.stdin if path == "-" else open(path)) as lines:
            for line in lines:
                line = line.rstrip("\n")
                if not line:
                    sequence += 1
                    continue
                group, label, features = line.split("\t")
                if not is_in_part(group, part):
                    continue
                label, _, weight = label.partition(":")
                self.group.append(group)
                choice = [number[name] for name in label.split("|")]
                self.y.append(choice[0])
                self.choice.append([i in choice for i in range(len(labels))])
                self.weight.append(float(weight or 1))
                self.sequence.append(sequence)
                rows.append(np.array([int(f, 16) for f in features.split()], dtype=np.uint32))
        self.y, self.weight = np.array(self.y), np.array(self.weight)
        self.sequence, self.choice = np.array(self.sequence), np.array(self.choice)
        self.fold = np.array([fold_of(g) for g in self.group])
        seen = collections.Counter()
        for row in rows:
            seen.update(set(row.tolist()))
        self.features = np.array(sorted(f for f, n in seen.items() if n >= least), dtype=np.uint32)
        indices, pointers = [], [0]
        for row in rows:
            at = np.searchsorted(self.features, row)
            at = at[(at < len(self.features)) & (self.features[np.minimum(at, len(self.features) - 1)] == row)]
            indices.append(at)
            pointers.append(pointers[-1] + len(at))
        indices = np.concatenate(indices) if indices else np.zeros(0, int)
        self.x = sp.csr_matrix((np.ones(len(indices)), indices, pointers), shape=(len(rows), len(self.features)))
        self.x.sum_duplicates()


class Linear:
    def __init__(self, data, c):
        self.data, self.c = data, c

    def fit(self, rows):
        d = self.data
        # max_iter: a fit that has not converged is an error below, not a silent stop.
        model = LogisticRegression(C=self.c, max_iter=2000, tol=1e-5)
        model.fit(d.x[rows], d.y[rows], sample_weight=d.weight[rows])
        k = len(d.labels)
        weights, bias = np.zeros((d.x.shape[1], k)), np.full(k, -50.0)
        if len(model.classes_) == 2:
            low, high = model.classes_
            weights[:, high], bias[high] = model.coef_[0] / 2, model.intercept_[0] / 2
            weights[:, low], bias[low] = -model.coef_[0] / 2, -model.intercept_[0] / 2
        else:
            weights[:, model.classes_] = model.coef_.T
            bias[model.classes_] = model.intercept_
        return weights, bias, None, None

    def predict(self, model, rows):
        weights, bias, _, _ = model
        sums = self.data.x[rows] @ weights + bias
        odds = np.exp(sums - log_sum(sums, 1)[:, None])
        return np.argmax(sums, axis=1), odds


class Chain:
    """All sequences are padded to blocks of like length, so that one step of the recursion is one array."""

    def __init__(self, data, c, rounds):
        self.data, self.c, self.rounds = data, c, rounds

    def blocks(self, rows):
        sequences = collections.defaultdict(list)
        for row in rows:
            sequences[self.data.sequence[row]].append(row)
        ordered = sorted(sequences.values(), key=len)
        for start in range(0, len(ordered), 512):
            part = ordered[start:start + 512]
            longest = len(part[-1])
            at = np.full((len(part), longest), -1)
            for i, items in enumerate(part):
                at[i, :len(items)] = items
            yield at

    def fit(self, rows):
        d, k, n = self.data, len(self.data.labels), self.data.x.shape[1]
        x = d.x[rows]
        place = np.full(len(d.y), -1)
        place[rows] = np.arange(len(rows))
        blocks = [np.where(b >= 0, place[b], -1) for b in self.blocks(rows)]
        ruled_out = np.where(d.choice[rows], 0.0, -1e4)

        def split(theta):
            w = theta[:n * k].reshape(n, k)
            return w, theta[n * k:n * k + k], theta[n * k + k:n * k + 2 * k], theta[n * k + 2 * k:].reshape(k, k)

        def objective(theta):
            w, bias, start, steps = split(theta)
            sums = x @ w + bias
            loss, slope = theta @ theta / (2 * self.c), np.zeros_like(sums)
            slope_start, slope_steps = np.zeros(k), np.zeros((k, k))
            for sign, item in ((1, sums), (-1, sums + ruled_out)):
                for b in blocks:
                    z, marginal, pair, first = forward_backward(item, b, start, steps)
                    loss += sign * z
                    on = b >= 0
                    slope[b[on]] += sign * marginal[on]
                    slope_steps += sign * pair
                    slope_start += sign * first
            gradient = np.concatenate([np.asarray(x.T @ slope).ravel(), slope.sum(axis=0), slope_start,
                                       slope_steps.ravel()]) + theta / self.c
            return loss, gradient

        theta = np.zeros(n * k + 2 * k + k * k)
        found = minimize(objective, theta, jac=True, method="L-BFGS-B", options={"maxiter": self.rounds, "maxfun": 2 * self.rounds})
        w, bias, start, steps = split(found.x)
        return w, bias, start, steps

    def predict(self, model, rows):
        w, bias, start, steps = model
        sums = self.data.x @ w + bias
        out, odds = np.zeros(len(self.data.y), int), np.zeros(sums.shape)
        for b in self.blocks(rows):
            marginal = forward_backward(sums, b, start, steps)[1]
            best = np.where((b[:, 0] >= 0)[:, None], start + sums[b[:, 0]], 0)
            back = []
            for t in range(1, b.shape[1]):
                total = best[:, :, None] + steps
                came, on = total.argmax(axis=1), b[:, t] >= 0
                step = total.max(axis=1) + sums[b[:, t]]
                best = np.where(on[:, None], step, best)
                back.append(np.where(on[:, None], came, np.arange(came.shape[1])))
            label = best.argmax(axis=1)
            for t in range(b.shape[1] - 1, -1, -1):
                on = b[:, t] >= 0
                out[b[on, t]] = label[on]
                odds[b[on, t]] = marginal[on, t]
                if t > 0:
                    label = back[t - 1][np.arange(len(label)), label]
        return out[rows], odds[rows]


def log_sum(a, axis):
    most = a.max(axis=axis, keepdims=True)
    return (most + np.log(np.exp(a - most).sum(axis=axis, keepdims=True))).squeeze(axis)


def forward_backward(sums, b, start, steps):
    size, longest = b.shape
    alpha = np.zeros((size, longest, len(start)))
    beta = np.zeros_like(alpha)
    alpha[:, 0] = start + sums[b[:, 0]]
    for t in range(1, longest):
        on = (b[:, t] >= 0)[:, None]
        alpha[:, t] = np.where(on, log_sum(alpha[:, t - 1][:, :, None] + steps, 1) + sums[b[:, t]], alpha[:, t - 1])
    log_z = log_sum(alpha[:, -1], 1)
    pair = np.zeros_like(steps)
    for t in range(longest - 1, 0, -1):
        on = (b[:, t] >= 0)[:, None]
        after = sums[b[:, t]] + beta[:, t]
        both = alpha[:, t - 1][:, :, None] + steps + after[:, None, :] - log_z[:, None, None]
        pair += np.where(on[:, :, None], np.exp(both), 0).sum(axis=0)
        beta[:, t - 1] = np.where(on, log_sum(steps + after[:, None, :], 2), beta[:, t])
    marginal = np.exp(alpha + beta - log_z[:, None, None])
    return log_z.sum(), marginal, pair, marginal[:, 0].sum(axis=0)


def scores(data, gold, told):
    out = {"accuracy": float(np.mean(gold == told))}
    for i, name in enumerate(data.labels):
        right = np.sum((gold == i) & (told == i))
        p, r = right / max(1, np.sum(told == i)), right / max(1, np.sum(gold == i))
        out[name] = float(2 * p * r / max(1e-9, p + r))
    return out


def write(path, data, model, args, header):
    weights, bias, start, steps = model
    whole = lambda a: np.clip(np.rint(a * UNIT), -32767, 32767).astype(int)
    stored = whole(weights)
    kept = np.flatnonzero(np.abs(stored).max(axis=1) >= args.least_weight) if len(stored) else []
    row = lambda a: " ".join(str(v) for v in np.rint(np.asarray(a).ravel() * UNIT).astype(int))
    with open(path, "w") as out:
        for key, value in header:
            out.write(f"# {key}: {value}\n")
        out.write(f"# count: {len(kept)}\n# unit: {UNIT}\n# bias: {row(bias)}\n")
        if start is not None:
            out.write(f"# start: {row(start)}\n# steps: {row(steps)}\n")
        for i in kept:
            out.write(f"{data.features[i]:08x}\t" + " ".join(str(v) for v in stored[i]) + "\n")
    print(f"{path}: {len(kept)} features", file=sys.stderr)


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("input")
    ask.add_argument("--name", required=True)
    ask.add_argument("--task", default="")
    ask.add_argument("--features", default="1", help="version of the code that makes the features")
    ask.add_argument("--labels", required=True, help="in the order of the enum in the code")
    ask.add_argument("--sets", default="", help="training sets, for the header")
    ask.add_argument("--licence", default="", help="of the sets")
    ask.add_argument("--chain", action="store_true")
    ask.add_argument("--c", type=float, default=1.0, help="inverse strength of L2")
    ask.add_argument("--least-count", type=int, default=3, help="features in fewer items are dropped")
    ask.add_argument("--least-weight", type=int, default=8, help="features whose stored weights are all smaller are dropped")
    ask.add_argument("--rounds", type=int, default=150, help="of L-BFGS, for a chain")
    ask.add_argument("--folds", type=int, default=FOLDS, help="how many of the five folds are held out and scored")
    ask.add_argument("--part", default="1/1", help="of the groups, chosen by their names: 5/8")
    ask.add_argument("--odds", help="write the cross-validated probabilities here, one line per item: the labels in order")
    ask.add_argument("--out", help="none: scores only")
    args = ask.parse_args()
    data = Data(args.input, args.labels.split(), args.least_count, args.part)
    method = Chain(data, args.c, args.rounds) if args.chain else Linear(data, args.c)
    told, odds = np.zeros(len(data.y), int), np.zeros((len(data.y), len(data.labels)))
    for fold in range(args.folds):
        train, test = np.flatnonzero(data.fold != fold), np.flatnonzero(data.fold == fold)
        if len(test):
            told[test], odds[test] = method.predict(method.fit(train), test)
    scored = data.fold < args.folds
    gold = np.where(data.choice[np.arange(len(told)), told], told, data.y)
    found = scores(data, gold[scored], told[scored])
    line = ", ".join(f"{k} {v:.3f}" for k, v in found.items())
    print(f"{args.name}: {len(data.y)} items, {len(set(data.group))} groups, {data.x.shape[1]} features; "
          f"cross-validated ({args.folds} of {FOLDS} folds) accuracy and F1: {line}", file=sys.stderr)
    if args.odds:
        np.savetxt(args.odds, odds, fmt="%.4f")
    if args.out:
        header = [("model", args.name), ("task", args.task), ("features", args.features), ("labels", args.labels),
                  ("sets", args.sets), ("licence", args.licence),
                  ("scores", f"{args.folds} of {FOLDS} folds of {len(set(data.group))} groups, {len(data.y)} items: {line}")]
        write(args.out, data, method.fit(np.arange(len(data.y))), args, header)


if __name__ == "__main__":
    main()
