#!/usr/bin/env python3
"""Turns the labelled texts into the lines that `stoa moderation score` reads.

    labelled.py DATA OUT [--part held-out|training|all]

writes OUT/SET.jsonl for each set and OUT/all.jsonl. A text is held out (never trained on, never read to write a rule) when the
SHA-256 of its text says so: a quarter of every set, half of the neighbours' posts. `Docs/moderation.md` lists the sets, their licences and what each label became.
"""
import argparse
import csv
import gzip
import hashlib
import html
import json
import pathlib
import re

HERE = pathlib.Path(__file__).resolve().parent


# Measured with, not learnt from: sets whose licence asks for the same licence, and posts by somebody who knew neither rules nor training lines.
ONLY_MEASURED = {"wikipedia", "talbanken", "unseen-en", "unseen-sv", "judged-en", "judged-sv", "street-unread-en", "street-unread-sv", "square-unread-en", "square-unread-sv"}
# Learnt from as a whole: what is measured on posts of this sort is by other hands.
ONLY_LEARNT = {"board-en", "board-sv", "talk-en", "talk-sv", "street-en", "street-sv", "square-en", "square-sv"}


# Of these every second text is held out: posts as neighbours write them, in ten batches and as many voices, half of them innocent on purpose.
HALVED = {"neighbours-en", "neighbours-sv"}


def is_held_out(text, name=None):
    return hashlib.sha256(("stoa-moderation:" + text).encode()).digest()[0] % (2 if name in HALVED else 4) == 0


def rows(path, **options):
    opened = gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else open(path, encoding="utf-8", errors="replace", newline="")
    with opened as file:
        yield from csv.DictReader(file, **options)


def plain(path, label, language="en"):
    for line in path.read_text(encoding="utf-8").split("\n"):
        if line.strip():
            yield line, language, label


def tweets(path):
    """Only what every annotator agreed on. Class 1 is "offensive": nearly always swearing; class 0 is hate speech."""
    for row in rows(path):
        votes = {"hate": row["hate_speech"], "profanity": row["offensive_language"], "clean": row["neither"]}
        label = {"0": "hate", "1": "profanity", "2": "clean"}[row["class"]]
        if label == "hate" or votes[label] == row["count"]:
            yield row["tweet"], "en", label


def hatecheck(path):
    """Hateful cases, and harmless ones that mention the same people. Swearing without a target is profanity; abuse of single persons, quoted
    hate and slurs among friends are neither clean nor hateful and stay out."""
    for row in rows(path):
        kind = row["functionality"]
        if row["label_gold"] == "hateful":
            yield row["test_case"], "en", "hate"
        elif kind == "profanity_nh":
            yield row["test_case"], "en", "profanity"
        elif kind in ("ident_neutral_nh", "ident_pos_nh"):
            yield row["test_case"], "en", "clean"


def messages(path):
    for line in path.read_text(encoding="utf-8").split("\n"):
        label, tab, text = line.partition("\t")
        if tab:
            yield text, "en", "spam" if label == "spam" else "clean"


def phrases(language):
    """What Stoa itself says on its screens: harmless, and of another sort than posts."""
    for path in sorted((HERE.parents[1] / "Sources").rglob("Resources/sv.json")):
        for english, swedish in json.loads(path.read_text(encoding="utf-8")).items():
            text = re.sub(r"%\d", "3", english if language == "en" else swedish if isinstance(swedish, str) else "")
            if len(text.split()) >= 4:
                yield text, language, "clean"


def novels(paths, language):
    """Sentences of novels in the public domain: harmless, and longer than posts. Every so many, so that a book is as long as the other sets."""
    for path in paths:
        text = re.sub(r"<(teiHeader|head|title)\b.*?</\1>", " ", path.read_text(encoding="utf-8"), flags=re.S)
        paragraphs = [tidy(html.unescape(re.sub(r"<[^>]+>", "", part))) for part in re.findall(r"<p\b[^>]*>(.*?)</p>", text, flags=re.S)]
        for paragraph in paragraphs:
            for sentence in re.split(r"(?<=[.!?])\s+(?=[A-ZÅÄÖ“”—–])", paragraph):
                if len(sentence.split()) >= 4 and hashlib.sha256(sentence.encode()).digest()[1] % 12 == 0:
                    yield sentence, language, "clean"


def posts(path, language):
    """Posts written for these tests: a label, a tab, the text."""
    for line in path.read_text(encoding="utf-8").split("\n"):
        label, tab, text = line.partition("\t")
        if tab:
            yield text, language, label


def sets(data):
    yield "rustrict-bad", plain(data / "rustrict_test_positive.txt", "profanity")
    yield "rustrict-good", plain(data / "rustrict_test_negative.txt", "clean")
    yield "rustrict-safe", plain(data / "rustrict_safe.txt", "clean")
    yield "rustrict-lookalike", plain(data / "rustrict_false_positives.txt", "clean")
    yield "tweets", tweets(data / "davidson_tweets.csv.gz")
    yield "hatecheck", hatecheck(data / "hatecheck_split.csv")
    yield "sms", messages(data / "sms_spam.tsv")
    yield "smishing", ((row["TEXT"], "en", "spam") for row in rows(data / "smishing.csv"))
    yield "comments", (
        (row["text"], "en", "toxicity" if row["is_toxic"] == "Toxic" else "clean") for row in rows(data / "surge_toxicity_en.csv"))
    yield "wikipedia", (
        (row["comment"], "en", "toxicity" if row["toxic"] == "True" else "clean") for row in rows(data / "wikipedia_toxicity.csv.gz"))
    yield "templates", (
        (row["phrase"], "en", "toxicity" if row["toxicity"] == "toxic" else "clean") for row in rows(data / "identity_templates.csv.gz"))
    yield "danish", (
        (row["tweet"], "da", "toxicity" if row["subtask_a"] == "OFF" else "clean")
        for row in rows(data / "dkhate_da_train.tsv", delimiter="\t", quoting=csv.QUOTE_NONE))
    yield "talbanken", plain(data / "sv_clean_talbanken_dev.txt", "clean", "sv")
    yield "posts-en", posts(HERE / "posts.en.tsv", "en")
    yield "posts-sv", posts(HERE / "posts.sv.tsv", "sv")
    yield "board-en", posts(HERE / "board.en.tsv", "en")
    yield "board-sv", posts(HERE / "board.sv.tsv", "sv")
    yield "unseen-en", posts(HERE / "unseen.en.tsv", "en")
    yield "unseen-sv", posts(HERE / "unseen.sv.tsv", "sv")
    yield "judged-en", posts(HERE / "judged.en.tsv", "en")
    yield "judged-sv", posts(HERE / "judged.sv.tsv", "sv")
    yield "talk-en", posts(HERE / "talk.en.tsv", "en")
    yield "talk-sv", posts(HERE / "talk.sv.tsv", "sv")
    yield "neighbours-en", posts(HERE / "neighbours.en.tsv", "en")
    yield "neighbours-sv", posts(HERE / "neighbours.sv.tsv", "sv")
    # Twelve voices of one street in both languages. A post and its translation are in the same half: `street` is learnt from, `street-unread` never.
    for language in ("en", "sv"):
        yield f"street-{language}", posts(HERE / f"street.{language}.tsv", language)
        yield f"street-unread-{language}", posts(HERE / f"street-unread.{language}.tsv", language)
        # Twice ten more voices, by two hands that saw none of the others and hint more than they say: `square` is learnt from, `square-unread` never.
        yield f"square-{language}", posts(HERE / f"square.{language}.tsv", language)
        yield f"square-unread-{language}", posts(HERE / f"square-unread.{language}.tsv", language)


def word_lists(data):
    """Words that others have judged: only to train with. Mild words stay out."""
    lists = data / "wordlists"
    for row in rows(lists / "surge_profanity_en.csv"):
        yield row["text"], "en", "profanity"
    for row in rows(lists / "rustrict_profanity.csv"):
        if max(int(row[field]) for field in ("profane", "offensive", "sexual")) >= 2:
            yield row["word"], "en", "profanity"
    yield from plain(lists / "ldnoobw_en.txt", "profanity")
    for entry in json.loads((lists / "dsojevic_en.json").read_text(encoding="utf-8")):
        if entry["severity"] >= 2 and "religious" not in entry["tags"]:
            for words in entry["match"].split("|"):
                yield words.replace("*", ""), "en", "profanity"


def training_lines(data):
    """Set, text, language and label of every line that may be learnt from."""
    held_out = set()
    for name, lines in sets(data):
        for text, language, label in lines:
            text = tidy(text)
            if is_held_out(text, name) and name not in ONLY_LEARNT:
                held_out.add(text.lower())
            elif text and name not in ONLY_MEASURED:
                yield name, text, language, label
    stories = data.parent / "stories"
    books = {"en": sorted(stories.glob("en_*/*.xhtml")), "sv": sorted(stories.glob("sv_*.xml"))}
    for language, paths in books.items():
        for text, _, label in novels(paths, language):
            yield f"novels-{language}", text, language, label
    for language in ("en", "sv"):
        for text in sorted({tidy(text) for text, _, _ in phrases(language)}):
            yield "phrases", text, language, "clean"
    for text, language, label in word_lists(data):
        if tidy(text).lower() not in held_out:
            yield "word-lists", tidy(text), language, label


def tidy(text):
    return re.sub(r"\s+", " ", text or "").strip()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=pathlib.Path)
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--part", choices=["held-out", "training", "all"], default="held-out")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    with open(options.out / "all.jsonl", "w", encoding="utf-8") as everything:
        for name, lines in sets(options.data):
            if name in ONLY_LEARNT and options.part == "held-out":
                continue
            with open(options.out / f"{name}.jsonl", "w", encoding="utf-8") as file:
                for text, language, label in lines:
                    text = tidy(text)
                    if not text or options.part != "all" and is_held_out(text, name) != (options.part == "held-out"):
                        continue
                    line = json.dumps({"text": text, "language": language, "label": label}, ensure_ascii=False) + "\n"
                    file.write(line)
                    everything.write(line)


if __name__ == "__main__":
    main()
