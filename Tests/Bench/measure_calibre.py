"""Rows of search beside calibre's server, by turns: what stands in a title, in all books, and rare words."""
import concurrent.futures
import json
import statistics
import time
import urllib.parse

import calibre
import load
import material
import searches
from report import Goal, Row

CONNECTIONS = 16
ROUNDS = 3
SECONDS = 4
QUERIES = 400
# So many requests of each kind are timed: calibre takes seconds for some, longer than the load generator waits.
TIMED = 48
# The books of a first page, whose excerpts calibre's page asks for once it knows which they are.
FIRST = 20


def measure(server):
    with calibre.Calibre() as peer:
        text, (records, _) = material.verses(), material.prepare()
        titles = [path.read_text().splitlines()[1].removeprefix("title: ") for path in records]
        words, rare, titles = (found[:QUERIES] for found in (searches.remembered(text, least=2), searches.rare(text), searches.of_titles(titles)))
        return [
            row("title-excerpts", 400, server, titles, peer, ["/ajax/search", "/fts/search", "excerpts"]),
            row("books-excerpts", 500, server, words, peer, ["/fts/search", "excerpts"]),
            row("books-words", 5, server, words, peer, ["/fts/search"]),
            row("books-rare", 5, server, rare, peer, ["/fts/search"]),
        ]


def row(name, least, server, queries, peer, steps):
    """Stoa answers with titles and excerpts in every row. calibre needs a request for each step; what it makes of them one after the other is the reference."""
    mine = [f"/api/v1/library/search?{urllib.parse.urlencode({'q': query})}" for query in queries]
    theirs = [asked(peer, step, queries) for step in steps]
    ours, others = [], []
    load.round_of(server.url, mine, CONNECTIONS, 1)
    for _ in range(ROUNDS):
        ours.append(load.round_of(server.url, mine, CONNECTIONS, SECONDS))
        others.append(1 / sum(1 / rate(peer, paths) for paths in theirs))
    stoa, other = load.median_of(ours), statistics.median(others)
    return Row(name, "requests/s", stoa["rate"], other, stoa["rate"] / other, stoa["p50"], stoa["p95"], stoa["p99"]), Goal("ratio", least=least)


def rate(peer, paths):
    with concurrent.futures.ThreadPoolExecutor(CONNECTIONS) as connections:
        begun = time.monotonic()
        list(connections.map(peer.get, paths))
        return len(paths) / (time.monotonic() - begun)


def asked(peer, step, queries):
    if step != "excerpts":
        return [calibre.path(step, query) for query in queries[:TIMED]]
    paths = []
    for query in queries[:TIMED]:
        books = list(dict.fromkeys(str(hit["book_id"]) for hit in json.loads(peer.get(calibre.path("/fts/search", query)))["results"]))
        if books:
            paths.append(calibre.path(f"/fts/snippets/{','.join(books[:FIRST])}", query))
    return paths
