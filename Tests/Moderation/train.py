#!/usr/bin/env python3
"""Trains the classifier of the content filter: logistic regressions over hashed features.

    train.py DATA STOA [OUT [NUMBER …]]

DATA is the folder of the labelled sets, STOA the binary that turns texts into features (`stoa moderation features`), OUT the file of weights
(default: where the filter reads them), NUMBER the place of each model to train again, from 0: the others stay as they are in OUT. Only the training part of each set is used. The same input gives the same weights. Needs scikit-learn.
"""
import dataclasses
import json
import pathlib
import subprocess
import sys
import tempfile

import numpy
from scipy.sparse import csr_matrix, diags
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold, cross_val_predict

from labelled import training_lines

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUCKETS = 1 << 16
# The groups of features in the order in which the binary prints them.
GROUPS = ["words", "runs", "parts", "concepts", "shape"]


@dataclasses.dataclass
class Model:
    """One regression: what it looks for, what it is told apart from, and how many harmless lines it may mark."""

    kind: str
    # Labels that say nothing about a kind stay out of its training.
    against: set
    # For each language that it is used for, the share of a set's clean lines that may be called the kind, on lines that the fold did not learn
    # from. The strictest set decides.
    alarms: dict
    # Labels that count as the kind in training.
    also: set = dataclasses.field(default_factory=set)
    reads: tuple = ("words", "runs")
    # How much a line of a set weighs, or of a set with a label, and of sets not named.
    weights: dict = dataclasses.field(default_factory=dict)
    elsewhere: float = 1
    # How much lines of a label weigh that borders on the kind.
    bordering: dict = dataclasses.field(default_factory=dict)
    # How freely weights grow.
    freedom: float = 10
    # How much more freely those of a group; with it, rare features may weigh more than common ones.
    emphasis: dict = dataclasses.field(default_factory=dict)
    # Added to a language's threshold: posts are milder than what rudeness and hate are learnt from, and Swedish prose is further from posts than
    # anything Swedish that is learnt.
    margin: dict = dataclasses.field(default_factory=dict)
    # The share of the kind's own posts that may score below the doubt, under which phrases alone do not show the kind.
    doubt: float | None = None

    def weight(self, name, label):
        return self.weights.get((name, label), self.weights.get(name, self.elsewhere))


READ_OF_POSTS = ("words", "parts", "concepts", "shape")
# Thousands of lines that are no posts and have neither spam nor money in them.
FAR = {"tweets": 0, "templates": 0, "word-lists": 0, "rustrict-bad": 0, "rustrict-good": 0, "rustrict-lookalike": 0}
# Posts as neighbours write them: what the filter is for.
TALK = {"talk-en": 2, "talk-sv": 2, "neighbours-en": 2, "neighbours-sv": 2, "street-en": 2, "street-sv": 2, "square-en": 2, "square-sv": 2}
# What a word means says more than the word, and more freely where little is known.
MEANING = {"words": 1, "parts": 0.7, "concepts": 1.5, "shape": 2}
OWN = FAR | TALK | {"board-en": 1, "board-sv": 1, "posts-en": 1, "posts-sv": 1, "phrases": 0.3, "novels-en": 0.3, "novels-sv": 0.3}
# Texts that are no posts for this site say what else is harmless; chats and comments are nearest to posts.
NEAR = FAR | TALK | {"board-en": 2, "board-sv": 2, "posts-en": 1, "posts-sv": 1, "sms": 1, "comments": 1, "novels-en": 0.3, "novels-sv": 0.3}
PEOPLE = FAR | TALK | {"board-en": 0.5, "board-sv": 0.5, "posts-en": 1, "posts-sv": 1, ("hatecheck", "hate"): 0.05, ("hatecheck", "clean"): 1, ("templates", "clean"): 0.05, "sms": 0.5, "comments": 0.3,
                 "novels-en": 0.3, "novels-sv": 0.3, "phrases": 0.3, "rustrict-safe": 0.1}
# Sets of thousands of similar lines weigh less.
OTHERS = {"weights": {"templates": 0.3, "novels-en": 0}}
MODELS = [
    Model("profanity", {"clean", "spam"}, {"en": {"rustrict-lookalike": 0.0045, "rustrict-good": 0.02, "posts-en": 0}}, margin={"en": 0.2}, **OTHERS),
    Model("spam", {"clean", "money", "profanity", "toxicity", "hate", "harm", "exclusion"},
          {"en": {"board-en": 0.018, "phrases": 0.02, "sms": 0.015, "talk-en": 0.012, "novels-en": 0.006},
           "sv": {"board-sv": 0.012, "phrases": 0.02, "talk-sv": 0.012, "novels-sv": 0.005}},
          reads=READ_OF_POSTS, weights=NEAR, elsewhere=0.15, bordering={"money": 0.2}, freedom=3,
          emphasis=MEANING, margin={"en": 0.4, "sv": 0.6}),
    Model("money", {"clean", "spam", "profanity", "toxicity", "hate", "harm", "exclusion"},
          {"en": {"talk-en": 0.05, "neighbours-en": 0.03, "board-en": 0.03, "posts-en": 0.036, "phrases": 0.013, "novels-en": 0.004},
           "sv": {"talk-sv": 0.05, "neighbours-sv": 0.03, "board-sv": 0.03, "posts-sv": 0.04, "phrases": 0.015, "novels-sv": 0.006}},
          reads=READ_OF_POSTS, weights=OWN | dict.fromkeys(TALK, 4), elsewhere=0.1, bordering={"spam": 0.1}, freedom=3, emphasis=MEANING, doubt=0.01),
    Model("hate", {"clean", "profanity", "spam"},
          {"en": {"tweets": 0.02, "sms": 0.001, "hatecheck": 0.05, "posts-en": 0, "rustrict-safe": 0, "rustrict-good": 0}}, margin={"en": 0.9}, **OTHERS),
    Model("toxicity", {"clean", "spam"}, {"en": {"comments": 0.02, "sms": 0.001, "posts-en": 0, "rustrict-safe": 0, "rustrict-good": 0}},
          also={"hate"}, margin={"en": 0.2}, **OTHERS),
    # What people do to people, in both languages: our own posts alone say it without slurs and listed words.
    Model("harm", {"clean", "money", "spam", "profanity"},
          {"en": {"talk-en": 0.03, "neighbours-en": 0.02, "posts-en": 0.003, "board-en": 0.004, "sms": 0.004, "novels-en": 0.01, "phrases": 0.004},
           "sv": {"talk-sv": 0.03, "neighbours-sv": 0.02, "posts-sv": 0.004, "board-sv": 0.004, "novels-sv": 0.01, "phrases": 0.004}},
          reads=READ_OF_POSTS, weights=PEOPLE, elsewhere=0.1, freedom=3, emphasis=MEANING),
    Model("hate", {"clean", "money", "spam", "profanity"},
          {"en": {"talk-en": 0.02, "neighbours-en": 0.02, "posts-en": 0.003, "board-en": 0.003, "sms": 0.003, "novels-en": 0.008, "phrases": 0.004,
                  "hatecheck": 0.08, "templates": 0.03},
           "sv": {"talk-sv": 0.02, "neighbours-sv": 0.02, "posts-sv": 0.003, "board-sv": 0.003, "novels-sv": 0.008, "phrases": 0.004}},
          also={"exclusion"}, reads=READ_OF_POSTS, weights=PEOPLE, elsewhere=0.1, freedom=3, emphasis=MEANING),
    Model("toxicity", {"clean", "money", "spam", "profanity", "hate", "exclusion"},
          {"en": {"talk-en": 0.015, "neighbours-en": 0.015, "posts-en": 0.003, "board-en": 0.003, "sms": 0.003, "novels-en": 0.004, "phrases": 0.003},
           "sv": {"talk-sv": 0.015, "neighbours-sv": 0.015, "posts-sv": 0.003, "board-sv": 0.003, "novels-sv": 0.004, "phrases": 0.003}},
          reads=READ_OF_POSTS, weights=PEOPLE, elsewhere=0.1, freedom=3, emphasis=MEANING),
]


def features(stoa, lines):
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl", encoding="utf-8") as file:
        for _, text, language, _ in lines:
            file.write(json.dumps({"text": text, "language": language, "label": "clean"}) + "\n")
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


def reins(model, rows, texts):
    """How freely each bucket's weight grows."""
    if not model.emphasis:
        return numpy.ones(BUCKETS)
    counts = {group: numpy.bincount([bucket for row in rows for bucket in row[group]], minlength=BUCKETS) for group in model.reads}
    free = sum(counts[group] * model.emphasis[group] for group in model.reads) / numpy.maximum(sum(counts.values()), 1)
    return free * numpy.log((1 + texts.shape[0]) / (1 + texts.getnnz(axis=0)))


def train(model, lines, rows):
    """The head and the weights of a model."""
    positive = {model.kind} | model.also
    chosen = [
        i for i, (name, _, language, label) in enumerate(lines)
        if label in positive | model.against and language in model.alarms and model.weight(name, label) > 0]
    mine = [rows[i] for i in chosen]
    texts = matrix(mine, model.reads)
    free = reins(model, mine, texts)
    texts = texts @ diags(free)
    targets = numpy.array([lines[i][3] in positive for i in chosen])
    real = numpy.array([lines[i][3] == model.kind for i in chosen])
    clean = numpy.array([lines[i][3] == "clean" for i in chosen])
    names = numpy.array([lines[i][0] for i in chosen])
    languages = numpy.array([lines[i][2] for i in chosen])
    weights = numpy.array([
        model.weight(name, lines[i][3]) * model.bordering.get(lines[i][3], 1) for i, name in zip(chosen, names)])
    regression = LogisticRegression(C=model.freedom, solver="liblinear", intercept_scaling=10, max_iter=300)
    # Scores of lines that were not learnt from, to choose the threshold honestly.
    folds = StratifiedKFold(5, shuffle=True, random_state=1)
    apart = cross_val_predict(regression, texts, targets, cv=folds, method="decision_function", params={"sample_weight": weights})
    thresholds, doubts = {}, {}
    for language, alarms in model.alarms.items():
        spoken = languages == language
        alarms = {name: share for name, share in alarms.items() if (clean & spoken & (names == name)).any()}
        quantiles = {name: float(numpy.quantile(apart[clean & spoken & (names == name)], 1 - share)) for name, share in alarms.items()}
        thresholds[language] = round(max(quantiles.values()) + model.margin.get(language, 0), 4)
        if model.doubt:
            posts = real & spoken & numpy.array([name in model.weights for name in names])
            doubts[language] = round(float(numpy.quantile(apart[posts], model.doubt)), 4)
        found = apart >= thresholds[language]
        print(f"{model.kind:10} {language} {int((real & spoken).sum()):6} lines, threshold {thresholds[language]:6.2f} for {max(quantiles, key=quantiles.get)}, "
              f"recall {found[real & spoken].mean():.3f}", flush=True)
        for name in sorted(set(names[spoken])):
            part = spoken & (names == name)
            print(f"    {name:20} {int((part & real).sum()):5} found {found[part & real].mean() if (part & real).any() else 0:.3f}"
                  f"   {int((part & clean).sum()):5} clean, alarms {found[part & clean].mean() if (part & clean).any() else 0:.4f}")
    regression.fit(texts, targets, sample_weight=weights)
    found = regression.coef_[0] * free
    scale = float(numpy.abs(found).max() / 127)
    head = {"kind": model.kind, "reads": list(model.reads), "bias": round(float(regression.intercept_[0]), 5), "scale": scale, "thresholds": thresholds}
    if doubts:
        head["doubts"] = doubts
    return head, numpy.round(found / scale).astype(numpy.int8)


def known(file):
    """The models that a file of weights has."""
    heads, _, weights = file.read_bytes().partition(b"\n\n")
    heads = [json.loads(head) for head in heads.split(b"\n")]
    return [(head, numpy.frombuffer(weights, numpy.int8, BUCKETS, number * BUCKETS)) for number, head in enumerate(heads)]


def main():
    data, stoa = pathlib.Path(sys.argv[1]), sys.argv[2]
    out = pathlib.Path(sys.argv[3]) if len(sys.argv) > 3 else ROOT / "Sources/Kernel/Moderation/Resources/Filter/classifier.weights"
    languages = {language for model in MODELS for language in model.alarms}
    lines = sorted(set(line for line in training_lines(data) if line[2] in languages))
    rows = features(stoa, lines)
    again = [int(number) for number in sys.argv[4:]] or range(len(MODELS))
    kept = known(out) if sys.argv[4:] else []
    trained = [train(model, lines, rows) if number in again else kept[number] for number, model in enumerate(MODELS)]
    out.write_bytes("\n".join(json.dumps(head) for head, _ in trained).encode() + b"\n\n" + b"".join(weights.tobytes() for _, weights in trained))


if __name__ == "__main__":
    main()
