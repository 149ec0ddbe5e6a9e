"""Rows of search at 16 connections: while typing, inside one book, and inside all books and records at once."""
import random
import urllib.parse

import load
import material
import measured_site
from report import Goal, Row, covers

from harness.client import Client

CONNECTIONS = 16
SECONDS = 8
QUERIES = 2000


@covers("CORE-032", "CORE-046", "LIB-035")
def measure():
    measured_site.filled()
    text = material.verses()
    with measured_site.serve() as server:
        return [
            row(server, "as-you-type", "/library/suggest", typed(text)),
            row(server, "in-all-books", "/api/v1/library/search", remembered(text)),
            row(server, "in-book", f"/api/v1/publications/{some_book(server)}/search", remembered(text)),
        ]


def row(server, name, path, queries):
    paths = [f"{path}?{urllib.parse.urlencode({'q': query})}" for query in queries]
    load.round_of(server.url, paths, CONNECTIONS, 2)
    stoa = load.median_of([load.round_of(server.url, paths, CONNECTIONS, SECONDS) for _ in range(3)])
    return Row(name, "requests/s", stoa["rate"], None, None, stoa["p50"], stoa["p95"], stoa["p99"]), Goal("p95", below=50)


def words(verse):
    return [word.strip(",.;:?!()'").lower() for word in verse.split()]


def typed(text):
    """What stands in the box after each key, from the second letter of a word on."""
    chance = random.Random(material.SEED + 2)
    queries = []
    while len(queries) < QUERIES:
        first, second = (words(chance.choice(text)) + ["and", "the"])[:2]
        whole = f"{first} {second}"
        queries += [whole[:length] for length in range(2, len(whole) + 1) if whole[length - 1] != " "]
    return queries[:QUERIES]


def remembered(text):
    """What people look for in books: one to three words that stand near each other, common ones among them."""
    chance = random.Random(material.SEED + 3)
    queries = []
    for _ in range(QUERIES):
        line = words(chance.choice(text))
        start = chance.randrange(max(1, len(line) - 3))
        queries.append(" ".join(line[start : start + chance.randint(1, 3)]) or "light")
    return queries


def some_book(server):
    """The publication of one long book."""
    client = Client(server.url)
    hits = client.get("/api/v1/library/items?limit=20&sort=newest").json()["items"]
    return next(client.get(f"/api/v1/library/items/{hit['id']}").json()["publication"] for hit in hits if hit["title"].startswith("Book "))
