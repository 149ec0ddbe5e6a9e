"""Rows of search at 16 connections: while typing, inside one book, inside all books and records at once, and beside calibre."""
import urllib.parse

import load
import material
import measure_calibre
import measured_site
import searches
import tools
from places import say
from report import Goal, Row, covers

from harness.client import Client

CONNECTIONS = 16
SECONDS = 8


@covers("CORE-032", "CORE-046", "LIB-035")
def measure():
    measured_site.filled()
    text = material.verses()
    with measured_site.serve() as server:
        rows = [
            row(server, "as-you-type", "/library/suggest", searches.typed(text)),
            row(server, "in-all-books", "/api/v1/library/search", searches.remembered(text)),
            row(server, "in-book", f"/api/v1/publications/{some_book(server)}/search", searches.remembered(text)),
        ]
        try:
            return rows + measure_calibre.measure(server)
        except tools.Unavailable as cause:
            say(f"Not beside calibre: {cause}")
            return rows


def row(server, name, path, queries):
    paths = [f"{path}?{urllib.parse.urlencode({'q': query})}" for query in queries]
    load.round_of(server.url, paths, CONNECTIONS, 2)
    stoa = load.median_of([load.round_of(server.url, paths, CONNECTIONS, SECONDS) for _ in range(3)])
    return Row(name, "requests/s", stoa["rate"], None, None, stoa["p50"], stoa["p95"], stoa["p99"]), Goal("p95", below=50)


def some_book(server):
    """The publication of one long book."""
    client = Client(server.url)
    hits = client.get("/api/v1/library/items?limit=20&sort=newest").json()["items"]
    return next(client.get(f"/api/v1/library/items/{hit['id']}").json()["publication"] for hit in hits if hit["title"].startswith("Book "))
