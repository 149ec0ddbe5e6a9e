"""Row `filter`: what judging a text of 1,000 characters takes, on posts and on texts made to be slow."""
import json
import random
import subprocess
import tempfile

from places import RELEASE, ROOT
from report import Goal, Row

LENGTH = 1_000
TEXTS = 2_000
# Repeated, hidden and spelled-out letters, long numbers and addresses make the filter look closest.
TRICKS = ["f u c k ", "a$", "f*", "s-h-", "aaaa", "1", "http://x.", "pay me ", "send 100 kr ", "no money ", "@", "n1"]


def filter_row():
    posts = [line.partition("\t")[2] for name in ("en", "sv") for line in (ROOT / f"Tests/Moderation/posts.{name}.tsv").read_text().splitlines()]
    chance = random.Random(1)
    texts = []
    for number in range(TEXTS):
        text = ""
        while len(text) < LENGTH:
            text += (chance.choice(TRICKS) * 20 if number % 10 == 0 else chance.choice(posts)) + " "
        texts.append(text[:LENGTH])
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
        for number, text in enumerate(texts):
            file.write(json.dumps({"text": text, "language": ("en", "sv")[number % 2], "label": "clean"}) + "\n")
        file.flush()
        out = subprocess.run([RELEASE, "moderation", "score", file.name, "--timing"], check=True, capture_output=True, text=True).stdout
    took = json.loads(out)
    return Row("filter", "ms", None, None, None, took["p50"], took["p95"], took["p99"]), Goal("p99", below=10)
