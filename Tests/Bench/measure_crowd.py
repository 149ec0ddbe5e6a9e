"""A hundred people at once: pages, search over everything, and the largest book, each person asking for one thing after the other."""
import urllib.parse

import load
import measured_site
from report import Goal, Row, covers

from harness.client import Client

PEOPLE = 100
SECONDS = 8
WORDS = ["shepherd", "lamp", "Jn 3:16", "bread and water", "firewood", "light", "morning", '"in the beginning"']


@covers("CORE-044", "CORE-045", "CORE-032", "LIB-018", "LIB-035", "LIB-044")
def measure():
    measured_site.filled()
    with measured_site.serve() as server:
        return [
            row(server, "pages", ["/library", "/library/books", "/library/hymns", "/library/bible", "/account/sign-in"], Goal("p95", below=2000)),
            row(server, "search", [f"/api/v1/library/search?q={urllib.parse.quote(word)}" for word in WORDS], Goal("p95", below=3000)),
            row(server, "largest-book", [largest_book(server)], Goal("p99", below=20_000)),
        ]


def row(server, name, paths, goal):
    load.round_of(server.url, paths, PEOPLE, 2)
    stoa = load.median_of([load.round_of(server.url, paths, PEOPLE, SECONDS) for _ in range(3)])
    return Row(name, "requests/s", stoa["rate"], None, None, stoa["p50"], stoa["p95"], stoa["p99"]), goal


def largest_book(server):
    """The first section of the longest text."""
    items = Client(server.url).get("/api/v1/library/items?limit=100&sort=newest").json()["items"]
    largest = max((item for item in items if item["publication"]), key=lambda item: item["words"])
    return f"/read/{largest['publication']}/0"
