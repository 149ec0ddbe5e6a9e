#!/usr/bin/env python3
"""Trains the classifier of the content filter: logistic regressions over hashed features.

    train.py DATA STOA [OUT]

DATA is the folder of the labelled sets, STOA the binary that turns texts into features (`stoa moderation features`), OUT the file of weights
(default: where the filter reads them). Only the training part of each set is used. The same input gives the same weights. Needs scikit-learn.
"""
import dataclasses
import json
import pathlib
import subprocess
import sys
import tempfile

import numpy
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold, cross_val_predict

from labelled import training_lines

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUCKETS = 1 << 16
# The groups of features in the order in which the binary prints them.
GROUPS = ["words", "runs", "concepts"]


@dataclasses.dataclass
class Model:
    """One regression: what it looks for, what it is told apart from, and how many harmless lines it may mark."""

    kind: str
    # Labels that say nothing about a kind stay out of its training.
    against: set
    # The share of a set's clean lines that may be called the kind, on lines that the fold did not learn from. The strictest set decides.
    alarms: dict
    # Labels that count as the kind in training.
    also: set = dataclasses.field(default_factory=set)
    # What it is used for, and what it learns from if that is more.
    languages: tuple = ("en",)
    learns: tuple = ()
    reads: tuple = ("words", "runs")
    # How much a line weighs that is no post for this site.
    elsewhere: float = 1
    # How freely weights grow.
    freedom: float = 10
    # Added to the threshold: posts are milder than what these kinds are learnt from, and a mark for hate or toxicity makes moderators read more.
    margin: float = 0


MODELS = [
    Model("profanity", {"clean", "spam"}, {"rustrict-lookalike": 0.0045, "rustrict-good": 0.02, "posts-en": 0}, margin=0.1),
    Model("spam", {"clean", "money", "profanity", "toxicity", "hate"}, {"posts-en": 0.02, "phrases": 0.005, "sms": 0.008, "comments": 0.02},
          reads=tuple(GROUPS), elsewhere=0.3, freedom=100, margin=0.3),
    Model("spam", {"clean", "money", "profanity", "toxicity", "hate"}, {"posts-sv": 0.025, "phrases": 0.015},
          languages=("sv",), learns=("en", "sv"), reads=("words", "concepts"), elsewhere=0.3, freedom=100, margin=0.6),
    Model("money", {"clean", "spam", "profanity", "toxicity", "hate"}, {"posts-en": 0.03, "posts-sv": 0.03, "phrases": 0.01, "sms": 0.02},
          languages=("en", "sv"), reads=("words", "concepts"), elsewhere=0.1, freedom=30),
    Model("hate", {"clean", "profanity", "spam"},
          {"tweets": 0.02, "sms": 0.001, "hatecheck": 0.05, "posts-en": 0, "rustrict-safe": 0, "rustrict-good": 0}, margin=0.9),
    Model("toxicity", {"clean", "spam"}, {"comments": 0.02, "sms": 0.001, "posts-en": 0, "rustrict-safe": 0, "rustrict-good": 0},
          also={"hate"}, margin=0.2),
]
# How much one line of a set weighs; sets of thousands of similar lines weigh less.
WEIGHTS = {"templates": 0.3}


def features(stoa, lines):
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl", encoding="utf-8") as file:
        for _, text, language, label in lines:
            file.write(json.dumps({"text": text, "language": language, "label": label}) + "\n")
        file.flush()
        out = subprocess.run([stoa, "moderation", "features", file.name], check=True, capture_output=True, text=True).stdout
    return [dict(zip(GROUPS, ([int(bucket) for bucket in group.split()] for group in line.split("\t")))) for line in out.split("\n")[:-1]]


def matrix(rows, reads):
    """A text's features share a length of one."""
    buckets, ends, values = [], [0], []
    for row in rows:
        found = sorted(set().union(*(row[group] for group in reads)))
        buckets += found
        values += [max(len(found), 1) ** -0.5] * len(found)
        ends.append(len(buckets))
    return csr_matrix((values, buckets, ends), shape=(len(rows), BUCKETS))


def train(model, lines, rows):
    """The head and the weights of a model."""
    positive = {model.kind} | model.also
    chosen = [
        i for i, (_, _, language, label) in enumerate(lines)
        if label in positive | model.against and language in (model.learns or model.languages)]
    texts = matrix([rows[i] for i in chosen], model.reads)
    targets = numpy.array([lines[i][3] in positive for i in chosen])
    real = numpy.array([lines[i][3] == model.kind for i in chosen])
    clean = numpy.array([lines[i][3] == "clean" for i in chosen])
    names = numpy.array([lines[i][0] for i in chosen])
    weights = numpy.array([1 if name.startswith("posts") else model.elsewhere * WEIGHTS.get(name, 1) for name in names])
    regression = LogisticRegression(C=model.freedom, max_iter=3000)
    # Scores of lines that were not learnt from, to choose the threshold honestly.
    folds = StratifiedKFold(5, shuffle=True, random_state=1)
    apart = cross_val_predict(regression, texts, targets, cv=folds, method="decision_function", params={"sample_weight": weights})
    threshold = max(float(numpy.quantile(apart[clean & (names == name)], 1 - share)) for name, share in model.alarms.items()) + model.margin
    print(f"{model.kind:10} {int(real.sum()):6} lines, threshold {threshold:6.2f}, recall {(apart[real] >= threshold).mean():.3f}")
    for name in sorted(set(names)):
        mine = names == name
        print(f"    {name:20} {int((mine & real).sum()):5} found {(apart[mine & real] >= threshold).mean() if (mine & real).any() else 0:.3f}"
              f"   {int((mine & clean).sum()):5} clean, alarms {(apart[mine & clean] >= threshold).mean() if (mine & clean).any() else 0:.4f}")
    regression.fit(texts, targets, sample_weight=weights)
    scale = float(numpy.abs(regression.coef_[0]).max() / 127)
    head = {"kind": model.kind, "languages": list(model.languages), "reads": list(model.reads),
            "bias": round(float(regression.intercept_[0]), 5), "scale": scale, "threshold": round(threshold, 4)}
    return head, numpy.round(regression.coef_[0] / scale).astype(numpy.int8)


def main():
    data, stoa = pathlib.Path(sys.argv[1]), sys.argv[2]
    out = pathlib.Path(sys.argv[3]) if len(sys.argv) > 3 else ROOT / "Sources/Kernel/Moderation/Resources/Filter/classifier.weights"
    languages = {language for model in MODELS for language in model.languages}
    lines = sorted(set(line for line in training_lines(data) if line[2] in languages))
    rows = features(stoa, lines)
    trained = [train(model, lines, rows) for model in MODELS]
    out.write_bytes("\n".join(json.dumps(head) for head, _ in trained).encode() + b"\n\n" + b"".join(weights.tobytes() for _, weights in trained))


if __name__ == "__main__":
    main()
