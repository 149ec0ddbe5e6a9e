"""Two sites that differ in nothing but how many records they hold, made once by a fixed seed.

The program makes an empty site, and the rows of the records are written into its tables: imported one by one, the larger site would
take a quarter of an hour. The records have a description, an author, a category and three verses to read, which the program then enters
into its search index.
"""
import json
import random
import shutil
import sqlite3
import uuid

import copied_site
import material
from places import RESULTS, say

from harness.server import Server

SIZES = (10_000, 100_000)
SEED = 20260103
START = 1_767_225_600_000
KINDS = ["book"] * 8 + ["leaflet", "document"]
LANGUAGES = ["en", "en", "en", "sv", "sw", "bem"]
FORMATS = ["epub", "pdf", "markdown"]
WORDS = [
    "harbour", "morning", "letter", "garden", "winter", "bridge", "psalm", "river", "journey", "market", "lantern", "orchard", "hymn", "valley",
    "bread", "neighbour", "window", "island", "candle", "forest",
]

# As many as the program enters in one job.
ITEMS_PER_JOB = 200

# Raise it whenever what follows changes what it makes.
GENERATION = "2"


def folder(size):
    return RESULTS / f"growth-{size}"


def serve(size):
    return Server(folder(size), owner=True, ready_within=60)


def filled():
    """Makes sure that both sites stand."""
    for size in SIZES:
        mark = folder(size).with_suffix(".complete")
        if mark.exists() and mark.read_text() == GENERATION:
            continue
        mark.unlink(missing_ok=True)
        shutil.rmtree(folder(size), ignore_errors=True)
        with serve(size):
            pass
        say(f"Writing {size} records")
        with sqlite3.connect(folder(size) / "stoa.db") as database:
            write(database, size)
            enter(database, size)
        with serve(size):
            copied_site.settled(folder(size), within=3600)
        mark.write_text(GENERATION)


def enter(database, size):
    """Asks for the records to be entered into the search index."""
    works = [list(range(first, min(first + ITEMS_PER_JOB, size + 1))) for first in range(1, size + 1, ITEMS_PER_JOB)]
    database.executemany(
        "INSERT INTO job_task (kind, payload, state, run_at, created_at, changed_at) VALUES ('library.reindex', ?, 'waiting', ?, ?, ?)",
        [(json.dumps({"items": items}), START, START, START) for items in works])


def write(database, size):
    chance, verses = random.Random(SEED), material.verses()
    categories = [row[0] for row in database.execute("SELECT id FROM library_category ORDER BY id")]
    items, authors, links, publications, sections = [], [], [], [], []
    for number in range(1, size + 1):
        at = START + number * 1000
        name = f"{' '.join(chance.sample(WORDS, 3)).title()} {number}"
        author = f"{chance.choice(WORDS).title()} {chance.choice(WORDS).title()}"
        about, language, text = " ".join(chance.choices(WORDS, k=12)), chance.choice(LANGUAGES), " ".join(chance.sample(verses, 3))
        identity = str(uuid.UUID(int=chance.getrandbits(128), version=4))
        items.append((
            number, identity, name, name.lower(), about, chance.randint(1850, 2025), chance.choice(FORMATS), chance.choice(KINDS), language,
            author.lower(), number, int(chance.random() < 0.01), chance.randint(0, 500), 60, at, at, at))
        authors.append((number, author, at))
        links.append((number, chance.choice(categories), at))
        publications.append((number, number, name, f'["{author}"]', language, f"/library/items/{number}", at, at))
        sections.append((number, number, len(text), at, f"<p>{text}</p>", text))
    database.executemany(
        "INSERT INTO library_item (id, uuid, title, sort_title, description, publication_year, format, kind, language, sort_author,"
        " publication_id, staff_pick, read_count, words, published_at, created_at, changed_at, status)"
        " VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,'published')", items)
    database.executemany("INSERT INTO library_item_author (item_id, position, name, changed_at) VALUES (?,0,?,?)", authors)
    database.executemany("INSERT INTO library_item_category (item_id, category_id, changed_at) VALUES (?,?,?)", links)
    database.executemany(
        "INSERT INTO reading_publication (id, owner_kind, owner_id, title, authors, language, direction, kind, audience, staff_permission,"
        " page_path, edition, section_count, words, created_at, changed_at, contents)"
        " VALUES (?,'library.item',?,?,?,?,'ltr','text','public','library.upload',?,1,1,60,?,?,'[]')", publications)
    database.executemany(
        "INSERT INTO reading_section (id, publication_id, number, words, words_before, length, changed_at, html, text)"
        " VALUES (?,?,0,60,0,?,?,?,?)", sections)
