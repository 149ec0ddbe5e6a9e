"""Files that are made to harm, imported into a story: each is refused in time and in words that help, all or nothing, and the machine bears it."""
import contextlib
import json
import sqlite3
import time

import pytest

from harness import samples
from harness.client import Client
from harness.server import Server

# Seconds until an answer must have come: an import takes three minutes at most, by the server's own limit, whatever a file is made of.
ANSWERED = 200
# Kilobytes that the server may hold at most, whatever a file unpacks to: the largest file that is taken, read and written, fits.
MOST = 700_000

HONEST = b"# The quay\n\nIt was *late*.\n"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with Server(tmp_path_factory.mktemp("imports") / "site", "--apps", "stories", owner=True) as running:
        yield running


@pytest.fixture(scope="module")
def author(server):
    return Client(server.url).sign_in(server.OWNER_EMAIL, server.OWNER_PASSWORD)


class Story:
    """A new story with one chapter, which has a sentence."""

    TEXT = "The ferry was late that day."

    def __init__(self, server, author):
        self.server, self.author = server, author
        made = author.post_form("/stories/write/new", {"title": "The lamp at the ferry", "language": "en", "rating": "general"})
        assert made.status == 303, made.text
        chapter = made.headers["Location"].rpartition("/")[2]
        self.address = f"/api/v1/stories/chapters/{chapter}/text"
        save = json.dumps({"base": 0, "text": self.TEXT, "name": "begun"}).encode()
        assert author.send("PUT", self.address, save, {"Content-Type": "application/json"}).status == 200
        (self.id,) = self.ask("SELECT story_id FROM stories_chapter WHERE id = ?", chapter)

    def ask(self, query, *values):
        with contextlib.closing(sqlite3.connect(f"file:{self.server.folder}/stoa.db?mode=ro", uri=True)) as site:
            return site.execute(query, values).fetchone()

    def bring_in(self, *files, **headers):
        """Imports files; somebody who imports many waits, as the refusal says."""
        while True:
            answer = self.author.upload_all(f"/stories/{self.id}/import", files, timeout=ANSWERED, **headers)
            if answer.status != 429:
                return answer
            time.sleep(int(answer.headers["Retry-After"]))

    def is_untouched(self):
        (chapters,) = self.ask("SELECT count(*) FROM stories_chapter WHERE story_id = ?", self.id)
        return chapters == 1 and self.author.get(self.address).json()["text"] == self.TEXT


@pytest.fixture
def story(server, author):
    return Story(server, author)


def files(server):
    """What lies on the disk beside the database."""
    return sorted(
        str(path) for folder in ("media", "tmp") for path in (server.folder / folder).rglob("*") if path.is_file() and path.name not in ("lock", "site.id"))


def left(server, before, within=10):
    """What came beside it and stays."""
    end = time.monotonic() + within
    while (more := set(files(server)) - set(before)) and time.monotonic() < end:
        time.sleep(0.1)
    return more


REFUSED = {
    "a-text-of-two-gigabytes.docx": (lambda: samples.docx(megabytes=2048), "documents.too-large"),
    "a-text-of-thirty-megabytes.docx": (lambda: samples.docx(megabytes=30), "documents.too-large"),
    "entities.docx": (samples.entity_bomb_docx, "documents.unsafe-entities"),
    "entities-in-its-styles.docx": (samples.entity_bomb_in_styles_docx, "documents.unsafe-entities"),
    "nested-deeply.docx": (lambda: samples.docx("<w:p>" * 100_000), "documents.unsafe-nesting"),
    "no-word-file.docx": (lambda: b"no Word file", "documents.mislabelled"),
    "unpacks-to-half-a-gigabyte.epub": (samples.zip_bomb_epub, "documents.unsafe-expansion"),
    "a-hundred-thousand-parts.epub": (lambda: samples.many_parts_epub(100_000), "documents.unsafe-parts"),
    "the-same-bytes-nine-thousand-times.epub": (lambda: samples.overlapping_zip(9_000, 16), "documents.damaged"),
    "archives-in-archives.epub": (lambda: samples.nested_zip(50), "documents.damaged"),
    "leads-out.epub": (samples.path_traversal_epub, "documents.unsafe-escape"),
    "forty-megabytes-of-words.epub": (lambda: samples.wide_epub(4, 10), "documents.too-large"),
    "nested-deeply.html": (lambda: b"<div>" * 200_000, "documents.unsafe-nesting"),
    "quotes-in-quotes.html": (lambda: b"<blockquote>" * 240 + b"<p>x" * 3_000_000, "stories.import-chapter-too-long"),
    "one-paragraph-of-nineteen-megabytes.txt": (lambda: b"many quiet words " * ((19 << 20) // 17), "stories.import-chapter-too-long"),
    "three-hundred-thousand-headings.md": (lambda: b"# a\n\nb\n\n" * 300_000, "stories.import-chapters"),
    "marks-without-end.md": (lambda: b"*a **a _a " * (1 << 20), None),
    "fifty-megabytes.txt": (lambda: b"many quiet words " * (50 << 16), "request.too-large"),
    "a-picture-of-a-gigapixel.png": (lambda: samples.png(40_000, 40_000), "site.picture-unusable"),
    "a-picture-that-lies.png": (lambda: samples.png_that_says(60_000, 60_000), "site.picture-unusable"),
}


@pytest.mark.covers("STO-028", "CORE-050")
@pytest.mark.parametrize("name", REFUSED)
def test_a_file_made_to_harm_is_refused_in_time_and_leaves_nothing(story, server, name):
    make, code = REFUSED[name]
    content, before = make(), files(server)
    server.forget_peak()
    began = time.monotonic()
    answer = story.bring_in(("quay.md", HONEST), (name, content))
    took = time.monotonic() - began
    print(f"{name}: {len(content)} bytes, {answer.status} after {took:.1f} s, {server.peak_kilobytes()} kB at most")
    if code is None and answer.status == 303:
        return
    assert 400 <= answer.status < 500, answer.body[:500]
    assert answer.problem == code or code is None, answer.body[:500]
    said = answer.json()
    assert said["detail"] and (said.get("remedy") or said.get("fields")), said
    assert server.peak_kilobytes() < MOST
    assert story.is_untouched(), "no chapter of a file is there, not even of the honest one beside it"
    assert not left(server, before)
    assert server.process.poll() is None and Client(server.url).get("/health/ready").status == 200


@pytest.mark.covers("STO-028")
def test_a_browser_is_shown_what_is_wrong_and_what_to_do(story):
    page = story.bring_in(("book.docx", samples.entity_bomb_docx()), Accept="text/html")
    assert page.status == 422
    assert "The file defines abbreviations that can grow without end." in page.text and "Ask the sender for a clean copy." in page.text


@pytest.mark.covers("STO-028")
def test_many_files_at_once_are_no_more_than_one_import_may_have(story, server):
    chapter = b"many quiet words " * 50_000
    book = b"\n\n".join(b"# Part %d\n\n" % number + chapter for number in range(5))
    server.forget_peak()
    answer = story.bring_in(*((f"{number}.md", book) for number in range(6)))
    assert answer.status == 413 and answer.problem == "stories.import-too-much", answer.body[:500]
    many = b"".join(b"# Part %d\n\nIt was late. %s\n\n" % (number, b"The boat went on. " * 60) for number in range(300))
    answer = story.bring_in(("one.md", many), ("two.md", many))
    assert answer.status == 413 and answer.problem == "stories.import-chapters", answer.body[:500]
    assert server.peak_kilobytes() < MOST and story.is_untouched()


@pytest.mark.covers("STO-028")
def test_honest_files_are_imported_after_all_of_it(story):
    assert story.bring_in(("quay.md", HONEST), ("boat.docx", samples.docx()), ("lamp.epub", samples.epub("Lamp", [("One", "<p>It was out.</p>")]))).status == 303
    (chapters,) = story.ask("SELECT count(*) FROM stories_chapter WHERE story_id = ?", story.id)
    assert chapters == 4
