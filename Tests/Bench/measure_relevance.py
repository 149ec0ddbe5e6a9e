"""Rows of search's judgement: how often what people mean stands first, over the demo's King James Bible and the project's own texts.

`relevance/*.tsv` say what is typed and which places would be right. What a search lists is read from top to bottom: the passage that a
reference names, then each item with its passages.
"""
import csv
import re
import shutil
import urllib.parse
from dataclasses import dataclass

from places import RESULTS, ROOT, say
from report import Goal, Row, covers

from harness.client import Client
from harness.server import Server

SETS = ROOT / "Tests/Bench/relevance"
# The shares that must be right at once, right among the first three, and right at once of what is misspelled.
FIRST, THIRD, MISSPELLED = 0.85, 0.95, 0.80
REFERENCE = re.compile(r"^((?:[123] )?[A-Z][A-Za-z]+(?: of Solomon)?)(?: (\d+)(?::(\d+)(?:[-–](\d+))?)?)?$")


@dataclass(frozen=True)
class Place:
    """A range of verses, or an item and perhaps a chapter of it. What is left out is any."""

    title: str
    heading: str | None = None
    chapter: int | None = None
    first: int | None = None
    last: int | None = None

    def holds(self, other):
        if self.title != other.title:
            return False
        if self.heading is not None and self.heading != other.heading:
            return False
        if self.chapter is not None and self.chapter != other.chapter:
            return False
        if self.first is None:
            return True
        # A passage answers where it shares a verse with the one that is wanted.
        return other.first is not None and other.first <= self.last and self.first <= (other.last or other.first)


@dataclass(frozen=True)
class Query:
    kind: str
    words: str
    wanted: tuple


@covers("LIB-030", "LIB-033", "LIB-034")
def measure():
    site = RESULTS / "relevance-site"
    shutil.rmtree(site, ignore_errors=True)
    # The log says when the demo is complete.
    with Server(site, "--apps", "library", demo=True, environment={"STOA_LOG": "info"}) as server:
        server.wait_for_content()
        library = Library(Client(server.url))
        return [row for name in ("tuning", "held-out") for row in rows(name, library)]


def rows(name, library):
    queries = list(read(SETS / f"{name}.tsv", library))
    ranks = {query: rank(query, library.found(query)) for query in queries}
    for query in queries:
        # Whoever reads what was missed tunes for it, so nothing is said of the searches that are held out.
        if name == "tuning" and ranks[query] != 1:
            say(f"  {name} {query.kind}: {query.words!r} {ranks[query] or 'not found'}")
    for kind in list(dict.fromkeys(query.kind for query in queries)):
        goal = Goal("stoa", least=MISSPELLED) if kind == "misspelled" else None
        yield from scored(f"{name} {kind}", [ranks[query] for query in queries if query.kind == kind], goal)
    right = [ranks[query] for query in queries if query.kind != "misspelled"]
    yield from scored(name, right, Goal("stoa", least=FIRST), Goal("stoa", least=THIRD))


def scored(name, ranks, first=None, third=None):
    def share(most):
        return sum(1 for rank in ranks if rank and rank <= most) / len(ranks)

    yield Row(f"{name}, {len(ranks)}: hit@1", "share", share(1)), first
    yield Row(f"{name}: hit@3", "share", share(3)), third
    yield Row(f"{name}: MRR@10", "share", sum(1 / rank for rank in ranks if rank and rank <= 10) / len(ranks)), None


def read(path, library):
    with open(path, encoding="utf-8", newline="") as file:
        lines = (line for line in file if not line.startswith("#"))
        for kind, words, wanted in csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
            yield Query(kind, words, tuple(library.place(text) for text in wanted.split(" | ")))


def rank(query, found):
    """Which of the listed places is the first right one, from 1; None where none is."""
    return next((number for number, place in enumerate(found, 1) if any(wanted.holds(place) for wanted in query.wanted)), None)


class Library:
    """A library with its headings, and what it finds, as places."""

    def __init__(self, client):
        self.client = client
        self.titles = {item["title"] for item in client.every("/api/v1/library/items")}
        self.headings = {}

    def place(self, text):
        """A wanted place. One that no item and no Bible could have is a slip of the pen in the set."""
        title, _, heading = text.partition(" > ")
        if title in self.titles:
            return Place(title, heading or None)
        if not (match := REFERENCE.match(text)):
            raise SystemExit(f"neither an item nor a reference: {text}")
        book, chapter, first, last = match.groups()
        return Place(book, None, number(chapter), number(first), number(last) or number(first))

    def found(self, query):
        answer = self.client.send("GET", "/api/v1/library/search?" + encoded(query), headers={"Accept-Language": language(query)}).json()
        places = [self.scripture(reference["label"], reference["verses"]) for reference in answer["references"]]
        for hit in answer["items"]:
            title, publication = hit["item"]["title"], hit["item"].get("publication")
            passages = [self.passage(title, publication, passage) for passage in hit["passages"]]
            # A title that was found is a place of its own, before what stands inside.
            named = [Place(title)] if not passages else []
            places += named + passages
        return places

    def scripture(self, label, verses):
        if not verses:
            return Place(label)
        first, last = verses[0], verses[-1]
        book = label.rsplit(" ", 1)[0] if label[-1].isdigit() else label
        return Place(book, None, first["chapter"], first["verse"], last["verse"] if last["chapter"] == first["chapter"] else 999)

    def passage(self, title, publication, passage):
        match = REFERENCE.match(passage["label"])
        if match and match[3]:
            return Place(match[1], None, number(match[2]), number(match[3]), number(match[4]))
        return Place(title, self.heading(publication, passage["section"]))

    def heading(self, publication, section):
        if publication not in self.headings:
            answer = self.client.get(f"/api/v1/publications/{publication}").json()
            self.headings[publication] = {one["number"]: one.get("title") for one in answer["sections"]}
        return self.headings[publication].get(section)


def number(text):
    return int(text) if text else None


def encoded(query):
    return urllib.parse.urlencode({"q": query.words})


def language(query):
    return "sv" if query.kind == "swedish" else "en"
