"""Bench `growth`: what a site of 100,000 records is asked for, beside the same of one of 10,000."""
import statistics
import urllib.parse

import growth_site
import load
import material
import measure_start
import searches
from report import Goal, Row

from harness.client import Client

ROUNDS = 3
SECONDS = 2
CONNECTIONS = 16
# How many pages of a list are asked for by turns, the first one not among them.
PAGES = 40
API = "/api/v1/library/items"

# What a list is asked for with; the categories are the first two of a new library.
LISTS = {
    "all": "", "books": "kind=book", "books-by-title": "kind=book&sort=title", "books-by-author": "kind=book&sort=author",
    "books-most-read": "kind=book&sort=popular", "category": "kind=book&category=1", "language": "kind=book&language=bem",
}


def measure():
    growth_site.filled()
    small, large = growth_site.SIZES
    with growth_site.serve(small) as few, growth_site.serve(large) as many:
        rows = [grown(name, [(server, inner_pages(server, query)) for server in (few, many)]) for name, query in LISTS.items()]
        rows.append(grown("catalogue", [(server, ["/library/books"]) for server in (few, many)]))
        rows += [grown(name, [(server, searched(queries)) for server in (few, many)], 1 / 1.5) for name, queries in asked_for(few).items()]
    return rows + [start(small, large)]


def asked_for(server):
    """What is searched for, by the names of the rows."""
    text = material.verses()
    titles = [item["title"] for item in Client(server.url).get(f"{API}?limit=50").json()["items"]]
    return {
        "search-title": searches.of_titles(titles), "search-words": searches.remembered(text, least=2), "search-rare": searches.rare(text)}


def searched(queries):
    return [f"/api/v1/library/search?{urllib.parse.urlencode({'q': query})}" for query in queries]


def inner_pages(server, query):
    """The addresses of pages after the first one."""
    client, paths, after = Client(server.url), [], ""
    while len(paths) < PAGES:
        answer = client.get(f"{API}?{query}{after}").json()
        after = f"&after={answer['next']}"
        paths.append(f"{API}?{query}{after}")
    return paths


def grown(name, asked, least=1 / 1.3):
    """A row with the rate of the larger site beside the smaller one, measured by turns."""
    rates = [[], []]
    for server, paths in asked:
        load.round_of(server.url, paths, CONNECTIONS, 1)
    for _ in range(ROUNDS):
        for taken, (server, paths) in zip(rates, asked):
            taken.append(load.round_of(server.url, paths, CONNECTIONS, SECONDS))
    few, many = (load.median_of(taken) for taken in rates)
    row = Row(name, "requests/s", many["rate"], few["rate"], many["rate"] / few["rate"], many["p50"], many["p95"], many["p99"])
    return row, Goal("ratio", least=least)


def start(small, large):
    """From the start of the process to the first page of the catalogue; the ratio is how many times longer the larger site takes."""
    times = {small: [], large: []}
    for size in times:
        measure_start.once(growth_site.folder(size))
    for _ in range(ROUNDS * 3):
        for size, taken in times.items():
            taken.append(measure_start.once(growth_site.folder(size)))
    few, many = (statistics.median(taken) for taken in times.values())
    return Row("start", "ms", many, few, many / few), Goal("ratio", below=1.3)
