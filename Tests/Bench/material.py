"""What the measured site holds: 10,000 short records and 320 book-length texts, the same on every run.

The words are verses of the Bible that Debian packages, drawn and joined by a seeded generator, so that words are as
frequent as in real prose and no two books are alike.
"""
import random
import shutil
import subprocess

from places import MATERIAL, say

from harness.samples import epub, markdown

SEED = 20260101
RECORDS = 10_000
# Taken in before anything is measured: the first files of a fresh process pay for caches and code pages.
WARM_UP = 100
BOOKS = 320
CHAPTERS = 24
# 24 chapters of 66 verses are some 42,000 words: the length of a short novel.
VERSES_PER_CHAPTER = 66
LANGUAGES = ["en", "en", "en", "sv", "sw", "bem"]

# Raise it whenever the functions below change what they write.
GENERATION = "2"


def verses():
    printed = subprocess.run(
        ["bible", "-f", "gen1:1-rev22:21"], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True).stdout
    return [line.partition(" ")[2] for line in printed.splitlines()]


def prepare():
    """Writes the files unless they stand already. Answers (records, books), each a sorted list of paths."""
    mark = MATERIAL / "complete"
    if not mark.exists() or mark.read_text() != GENERATION:
        say(f"Writing {RECORDS + WARM_UP} records and {BOOKS} books")
        shutil.rmtree(MATERIAL, ignore_errors=True)
        (MATERIAL / "records").mkdir(parents=True)
        (MATERIAL / "books").mkdir()
        text = verses()
        write_records(random.Random(SEED), text)
        write_books(random.Random(SEED + 1), text)
        mark.write_text(GENERATION)
    return sorted((MATERIAL / "records").iterdir()), sorted((MATERIAL / "books").iterdir())


def title(chance, text, number):
    words = [word.strip(",.;:?!()'") for word in chance.choice(text).split()[:5]]
    return f"{' '.join(words).title()} {number}"[:190]


def author(chance, text):
    names = [word.strip(",.;:?!()'") for word in chance.choice(text).split() if word[0].isupper()]
    return " ".join((names + ["Anonymous", "Writer"])[:2])


def write_records(chance, text):
    for number in range(1, RECORDS + WARM_UP + 1):
        record = markdown(
            title(chance, text, number), *chance.sample(text, 3), author=author(chance, text), language=chance.choice(LANGUAGES))
        (MATERIAL / f"records/record-{number:05}.md").write_bytes(record)


def write_books(chance, text):
    for number in range(1, BOOKS + 1):
        chapters = []
        for chapter in range(1, CHAPTERS + 1):
            paragraphs = chance.sample(text, VERSES_PER_CHAPTER)
            chapters.append((f"Chapter {chapter}", "".join(f"<p>{escaped(verse)}</p>" for verse in paragraphs)))
        book = epub(f"Book {number}: {title(chance, text, number)}".replace("&", "and"), chapters, author=author(chance, text))
        (MATERIAL / f"books/book-{number:03}.epub").write_bytes(book)


def escaped(text):
    return text.replace("&", "&amp;").replace("<", "&lt;")
