"""Rows of Stories, at 20,000 stories, 100,000 chapters and 10,000 people: the pages of readers, and what writers save beside PocketBase."""
import contextlib
import itertools
import json
import random
import shutil
import sqlite3
import statistics
import subprocess
import time

import guests
import load
import pocketbase
import stories_site
import tools
from places import RESULTS, say
from report import Goal, Row, covers

CONNECTIONS = 64
SECONDS = 8
ROUNDS = 3
# So many people write at once, each in a long chapter of their own; a pause in writing comes every few words.
WRITERS = 1_000
SAVES = 8
COMMENTS = 4_000
WORDS = ["river", "king of the land", "morning light", "bread", "the sea was", "gold and silver", "a voice in the wilderness", "nothingofthekind"]


@covers("STO-001", "STO-002", "STO-006", "STO-029", "STO-032", "STO-036", "CORE-044")
def measure():
    stories_site.filled()
    with stories_site.serve() as server:
        rows = [home(server), search(server), chapter(server)]
        rows += autosave(server)
        rows.append(comment(server))
    return rows


# MARK: readers


def pages(name, server, paths):
    """The middle of several rounds of a page, asked for by one person after the other."""
    access = {"Authorization": f"Bearer {guests.token(0)}", "Accept": "text/html"}
    load.round_of(server.url, paths, CONNECTIONS, 2, access)
    figures = load.median_of([load.round_of(server.url, paths, CONNECTIONS, SECONDS, access) for _ in range(ROUNDS)])
    say(f"{name}: {figures}")
    return Row(name, "requests/s", figures["rate"], None, None, figures["p50"], figures["p95"], figures["p99"]), Goal("p99", below=50)


def home(server):
    return pages("home", server, ["/stories"])


def search(server):
    """Words, tags and filters with exclusion, by turns."""
    return pages("search", server, [f"/stories/search?{query}" for query in queries()])


def queries():
    narrow = ["", "&without=horror", "&progress=complete", "&tags=fantasy&without=romance", "&language=sv", "&length=medium&sort=read"]
    return [f"q={word.replace(' ', '+')}{each}" for word, each in itertools.product(WORDS, narrow)]


def chapter(server):
    """Short chapters and long ones of many stories that ask nobody for their age."""
    chance = random.Random(3)
    with stories_site.database() as site:
        stories = [row[0] for row in site.execute("SELECT publication_id FROM stories_story WHERE rating <> 'mature' ORDER BY id")]
    return pages("chapter", server, [f"/read/{chance.choice(stories)}/{chance.randrange(stories_site.CHAPTERS)}" for _ in range(2_000)])


# MARK: writers


def autosave(server):
    """Pauses in writing, each a few words in the middle of 5,000, answered once they are on disk; and what they add to the site's file."""
    settled_size(server)
    before = size()
    rates, figures, saved = [], [], 0
    for number in range(ROUNDS + 1):
        rate, times = save_all(server)
        saved += WRITERS * SAVES
        # The first round warms up.
        if number:
            rates.append(rate)
            figures.append(times)
    settled_size(server)
    grown = (size() - before) / saved
    ours, middle = statistics.median(rates), load.median_of(figures)
    rows = [
        (Row("autosave", "saves/s", ours, None, None, middle["p50"], middle["p95"], middle["p99"]), Goal("stoa", least=2000)),
        (Row("history", "bytes/save", grown), Goal("stoa", below=1_000)),
    ]
    try:
        theirs = statistics.median(peer_rates())
    except tools.Unavailable as reason:
        say(f"No row autosave-peer: PocketBase cannot be installed ({reason})")
        return rows
    return [*rows, (Row("autosave-peer", "saves/s", ours, theirs, ours / theirs), Goal("ratio", least=3))]


def save_all(server):
    """Each writer's saves in turn. Answers the saves per second, by the times that they carry, and latencies."""
    heads, posts = newest(), []
    for turn in range(SAVES):
        for number, (chapter_id, head, person) in enumerate(heads):
            words = f"and then, {turn} "
            posts.append((
                json.dumps({"base": head + turn, "start": 12_000 + number, "removed": "", "inserted": words, "name": f"{head + turn}-{number}"}),
                f"Authorization: Bearer {guests.token(person)}", f"/api/v1/stories/chapters/{chapter_id}/text"))
    before = count()
    figures = load.once(
        server.url, "/", posts, CONNECTIONS, until=lambda: count() - before >= len(posts), BENCH_METHOD="PUT", BENCH_TYPE="application/json")
    with stories_site.database() as site:
        numbers, first, last = site.execute(
            "SELECT count(*), min(changed_at), max(changed_at) FROM (SELECT changed_at FROM stories_revision ORDER BY rowid DESC LIMIT ?)", (len(posts),)).fetchone()
    if numbers != len(posts) or count() - before != len(posts):
        raise SystemExit(f"{count() - before} of {len(posts)} saves were kept")
    return (numbers - 1) / ((last - first) / 1000), figures


def newest():
    """The long chapters with their newest revision, and who writes them, by their number among the people."""
    with stories_site.database() as site:
        (first,) = site.execute("SELECT min(id) FROM account_person WHERE email LIKE 'guest%'").fetchone()
        return [(chapter_id, head, author - first) for chapter_id, head, author in site.execute(
            "SELECT c.id, c.head, s.author_id FROM stories_chapter c JOIN stories_story s ON s.id = c.story_id WHERE c.position = 1 AND c.words > 3000"
            " ORDER BY c.id LIMIT ?", (WRITERS,))]


def count():
    """How many revisions there are. None is ever deleted here, and counting them all would take a share of what is measured."""
    with stories_site.database() as site:
        return site.execute("SELECT max(rowid) FROM stories_revision").fetchone()[0]


def settled_size(server):
    stories_site.settled()
    with stories_site.database() as site:
        site.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def size():
    with stories_site.database() as site:
        (pages_used,), (free,), (each,) = (site.execute(f"PRAGMA {name}").fetchone() for name in ("page_count", "freelist_count", "page_size"))
    return (pages_used - free) * each


def comment(server):
    """Comments on as many chapters, each judged by the filter and on disk."""
    chance, posts = random.Random(11), []
    for number in range(COMMENTS):
        place = (chance.randint(1, stories_site.STORIES) - 1) * stories_site.CHAPTERS + 1 + chance.randrange(stories_site.CHAPTERS)
        words = f"I had to read this one {number} times, and I liked it more each time."
        posts.append((json.dumps({"words": words}), f"Authorization: Bearer {guests.token(number)}", f"/api/v1/stories/chapters/{place}/comments"))
    before = said()
    start = time.monotonic()
    figures = load.once(server.url, "/", posts, CONNECTIONS, until=lambda: said() - before >= len(posts), BENCH_TYPE="application/json")
    seconds = time.monotonic() - start
    return Row("comment", "comments/s", len(posts) / seconds, None, None, figures["p50"], figures["p95"], figures["p99"]), None


def said():
    with stories_site.database() as site:
        return site.execute("SELECT count(*) FROM stories_comment").fetchone()[0]


# MARK: PocketBase


def peer_rates():
    """The same saves there: after each the record holds the whole chapter. Its commits do not wait for the disk, and nothing of before is kept."""
    folder, text = RESULTS / "pocketbase-drafts", " ".join(["and it was morning"] * 1_250)
    with pocketbase.PocketBase(folder, fill=drafts) as peer:
        access, rates = f"Authorization: {peer.token()}", []
        ids = [f"chapter{number:08}" for number in range(WRITERS)]
        for turn in range(ROUNDS + 1):
            posts = [(json.dumps({"text": f"{turn} {text}"}), access, f"/api/collections/chapters/records/{each}") for each in ids * 2]
            seconds = load.phase(peer.url, "/", posts, CONNECTIONS, BENCH_METHOD="PATCH", BENCH_TYPE="application/json")
            if turn:
                rates.append(len(posts) / seconds)
    return rates


def drafts(peer):
    shutil.rmtree(peer.folder, ignore_errors=True)
    subprocess.run([peer.program, "superuser", "upsert", *pocketbase.OWNER, *peer.places], check=True, stdout=subprocess.DEVNULL)
    peer.start()
    try:
        token = pocketbase.signed_in(peer.url, "_superusers", pocketbase.OWNER)
        pocketbase.make(peer.url, token, "collections", {
            "name": "chapters", "type": "base", "updateRule": pocketbase.SIGNED_IN,
            "fields": [{"name": "text", "type": "text", "max": 1_000_000}, {"name": "updated", "type": "autodate", "onCreate": True, "onUpdate": True}]})
        email, password = pocketbase.READER
        pocketbase.make(peer.url, token, "collections/users/records", {"email": email, "password": password, "passwordConfirm": password})
    finally:
        peer.stop()
    with contextlib.closing(sqlite3.connect(peer.folder / "data.db")) as own, own:
        own.executemany("INSERT INTO chapters (id, text) VALUES (?, '')", ((f"chapter{number:08}",) for number in range(WRITERS)))
