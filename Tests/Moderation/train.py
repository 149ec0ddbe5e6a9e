#!/usr/bin/env python3
"""Trains the classifier of the content filter: one logistic regression per kind over hashed features.

    train.py DATA STOA [OUT]

DATA is the folder of the labelled sets, STOA the binary that turns texts into features (`stoa moderation features`), OUT the file of weights
(default: where the filter reads them). Only the training part of each set is used. The same input gives the same weights. Needs numpy.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

import numpy

from labelled import sets, training_lines

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUCKETS = 1 << 16
FOLDS = 4
EPOCHS = 12
# The groups of features in the order in which the binary prints them, and what a kind reads.
GROUPS = ["words", "runs", "concepts"]
READS = {"spam": ["words", "runs", "concepts"], "money": ["words", "concepts"]}
# What a kind learns from: its own lines against lines without it. Labels that say nothing about a kind stay out of its training.
AGAINST = {
    "profanity": {"clean", "spam"},
    "spam": {"clean", "profanity", "toxicity", "hate", "money"},
    "money": {"clean", "profanity", "toxicity", "hate", "spam"},
    "hate": {"clean", "profanity", "spam"},
    "toxicity": {"clean", "spam"},
}
ALSO = {"toxicity": {"hate"}}
# Where there are labelled lines in more than English.
LANGUAGES = {"spam": ["en", "sv"], "money": ["en", "sv"]}
# The share of a set's clean lines that may be called the kind, on lines that the fold did not learn from. The strictest set decides.
ALARMS = {
    "profanity": {"rustrict-lookalike": 0.0045, "rustrict-good": 0.02, "posts-en": 0},
    "spam": {"sms": 0.0025, "comments": 0.02, "posts-en": 0.01, "posts-sv": 0.01},
    "money": {"sms": 0.01, "comments": 0.01, "posts-en": 0.01, "posts-sv": 0.01},
    "hate": {"tweets": 0.02, "sms": 0.001, "hatecheck": 0.05, "posts-en": 0, "rustrict-safe": 0, "rustrict-good": 0},
    "toxicity": {"comments": 0.02, "sms": 0.001, "posts-en": 0, "rustrict-safe": 0, "rustrict-good": 0},
}
# What is added to the threshold of kinds that would only make moderators read more: posts are milder than what these kinds are learnt from.
MARGIN = {"hate": 1.0, "toxicity": 1.5}
# How much one line of a set weighs; sets of thousands of similar lines weigh less.
WEIGHTS = {"templates": 0.3, "rustrict-lookalike": 1.0}


def features(stoa, lines):
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl", encoding="utf-8") as file:
        for _, text, language, label in lines:
            file.write(json.dumps({"text": text, "language": language, "label": label}) + "\n")
        file.flush()
        out = subprocess.run([*stoa, file.name], check=True, capture_output=True, text=True).stdout
    return [
        dict(zip(GROUPS, ([int(bucket) for bucket in group.split()] for group in line.split("\t")))) for line in out.split("\n")[:-1]]


def train(rows, targets, weights, seed):
    """AdaGrad on the logistic loss with a little weight decay; a text's features share a length of one."""
    order = numpy.random.default_rng(seed)
    model = numpy.zeros(BUCKETS + 1)
    squares = numpy.full(BUCKETS + 1, 1e-3)
    for _ in range(EPOCHS):
        for index in order.permutation(len(rows)):
            row = rows[index]
            if not len(row):
                continue
            value = 1 / numpy.sqrt(len(row))
            score = model[BUCKETS] + model[row].sum() * value
            slope = weights[index] * (1 / (1 + numpy.exp(-score)) - targets[index])
            step = slope * value + 2e-6 * model[row]
            squares[row] += step * step
            model[row] -= 0.25 * step / numpy.sqrt(squares[row])
            squares[BUCKETS] += slope * slope
            model[BUCKETS] -= 0.05 * slope / numpy.sqrt(squares[BUCKETS])
    return model


def score(model, rows):
    return numpy.array([model[BUCKETS] + model[row].sum() / numpy.sqrt(max(len(row), 1)) for row in rows])


def main():
    data, stoa = pathlib.Path(sys.argv[1]), [sys.argv[2], "moderation", "features"]
    if len(sys.argv) > 4:
        stoa = [sys.argv[2], sys.argv[4]]
    out = pathlib.Path(sys.argv[3]) if len(sys.argv) > 3 else ROOT / "Sources/Kernel/Moderation/Resources/Filter/classifier.weights"
    lines = sorted(set(line for line in training_lines(data) if line[2] in ("en", "sv")))
    rows = features(stoa, lines)
    heads, bodies = [], []
    for kind, against in AGAINST.items():
        positive = {kind} | ALSO.get(kind, set())
        languages = LANGUAGES.get(kind, ["en"])
        chosen = [i for i, line in enumerate(lines) if line[3] in positive | against and line[2] in languages]
        reads = READS.get(kind, ["words", "runs"])
        texts = [numpy.unique(numpy.array(sum((rows[i][group] for group in reads), []), dtype=numpy.int64)) for i in chosen]
        targets = numpy.array([lines[i][3] in positive for i in chosen], dtype=float)
        weights = numpy.array([WEIGHTS.get(lines[i][0], 1.0) for i in chosen])
        # Scores of lines that were not learnt from, to choose the threshold honestly.
        apart = numpy.zeros(len(chosen))
        fold = numpy.random.default_rng(1).integers(0, FOLDS, len(chosen))
        for part in range(FOLDS):
            known = numpy.flatnonzero(fold != part)
            model = train([texts[i] for i in known], targets[known], weights[known], part)
            unknown = numpy.flatnonzero(fold == part)
            apart[unknown] = score(model, [texts[i] for i in unknown])
        clean = numpy.array([lines[i][3] == "clean" for i in chosen])
        names = numpy.array([lines[i][0] for i in chosen])
        threshold = max(float(numpy.quantile(apart[clean & (names == name)], 1 - alarms)) for name, alarms in ALARMS[kind].items())
        threshold += MARGIN.get(kind, 0)
        real = numpy.array([lines[i][3] == kind for i in chosen])
        print(f"{kind:10} {int(real.sum()):6} lines, threshold {threshold:6.2f}, recall {(apart[real] >= threshold).mean():.3f}")
        for name in sorted(set(names)):
            mine = names == name
            print(f"    {name:20} {int((mine & real).sum()):5} found {(apart[mine & real] >= threshold).mean() if (mine & real).any() else 0:.3f}"
                  f"   {int((mine & clean).sum()):5} clean, alarms {(apart[mine & clean] >= threshold).mean() if (mine & clean).any() else 0:.4f}")
        model = train(texts, targets, weights, 0)
        scale = float(numpy.abs(model[:BUCKETS]).max() / 127)
        heads.append(json.dumps({"kind": kind, "languages": languages, "reads": reads, "bias": round(float(model[BUCKETS]), 5), "scale": scale, "threshold": round(threshold, 4)}))
        bodies.append(numpy.round(model[:BUCKETS] / scale).astype(numpy.int8).tobytes())
    out.write_bytes("\n".join(heads).encode() + b"\n\n" + b"".join(bodies))


if __name__ == "__main__":
    main()
