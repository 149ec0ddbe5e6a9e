"""A power cut in the middle of the work, many times over: afterwards the item is whole or absent, and the work goes on."""
import json
import os
import random
import sqlite3
import subprocess
import time

import pytest

from harness import postgres
from harness.client import Client
from harness.rounds import ROUNDS
from harness.samples import long_markdown
from harness.server import BINARY, Server
from harness.uploads import accepted, finished, publish

CHAPTERS = 12


def book(number):
    return long_markdown(f"Book {number}", CHAPTERS, 3000)


def assert_whole_or_absent(server, title):
    """Answers whether the item is there. If it is, each of its chapters is readable and found by search."""
    client = Client(server.url)
    items = [item for item in client.every("/api/v1/library/items") if item["title"] == title]
    assert len(items) <= 1, items
    if not items:
        return False
    publication = client.get(f"/api/v1/library/items/{items[0]['id']}").json()["publication"]
    sections = client.get(f"/api/v1/publications/{publication}").json()["sections"]
    text = "".join(client.get(f"/api/v1/publications/{publication}/sections/{number}").json()["html"] for number in range(len(sections)))
    for chapter in range(1, CHAPTERS + 1):
        assert f"chapterword{chapter} " in text, (title, chapter)
    found = client.get(f"/api/v1/publications/{publication}/search?q=chapterword{CHAPTERS}").json()
    assert found["total"] == 1, found
    return True


def assert_sound(folder):
    with sqlite3.connect(folder / "stoa.db") as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert database.execute("PRAGMA foreign_key_check").fetchall() == []


def delays(longest):
    """Moments spread over the whole of the work, the same on every run."""
    chance = random.Random(7)
    return [longest * (number + chance.random()) / ROUNDS for number in range(ROUNDS)]


@pytest.fixture(params=["sqlite", "postgres"])
def engine(request, tmp_path):
    """A folder for a site on either engine, with the address of its PostgreSQL database."""
    folder = tmp_path / "site"
    if request.param == "sqlite":
        yield None, folder
        return
    with postgres.database() as url:
        folder.mkdir()
        (folder / "site.json").write_text(json.dumps({"database": url}))
        yield url, folder


@pytest.mark.covers("LIB-092")
def test_an_accepted_upload_is_finished_after_a_power_cut(engine):
    url, folder = engine
    with Server(folder, owner=True) as server:
        owner = Client(server.url).sign_in(server.OWNER_EMAIL, server.OWNER_PASSWORD)
        began = time.monotonic()
        finished(owner, accepted(owner, "first.md", book(0)))
        moments = delays(1.2 * (time.monotonic() - began))
        # What comes back after a cut is the same code on both; what differs is who keeps the rows.
        for number, delay in enumerate(moments[::4] if url else moments, 1):
            upload = accepted(owner, f"book{number}.md", book(number))
            time.sleep(delay)
            server.kill()
            if url:
                # Another node takes over when the lease of the one that died has run out; nobody waits a minute for that here.
                postgres.ask(url, "UPDATE job_task SET lease_until = 0 WHERE state = 'running'")
            server.start()
            owner.address = f"localhost:{server.port}"
            outcome = finished(owner, upload)
            assert outcome["status"] == "done", outcome
            publish(owner, outcome["item"])
            assert assert_whole_or_absent(server, f"Book {number}")
        server.stop()
        if not url:
            assert_sound(server.folder)


@pytest.mark.covers("VOL-074", "CORE-040")
def test_a_request_and_words_about_oneself_are_there_after_a_power_cut(engine):
    with Server(engine[1], owner=True) as server:
        kept_after_a_power_cut(server, Client(server.url).sign_in(server.OWNER_EMAIL, server.OWNER_PASSWORD))


def kept_after_a_power_cut(server, owner):
    accept = {"version": "1", "accepted": "true"}
    assert owner.post_form("/terms/volunteers", accept).status == 303
    category = owner.get("/api/v1/volunteers/categories").json()[0]["id"]
    request = {"title": "Somebody to walk my dog", "description": "Kalle is old and friendly.", "category": category}
    made = owner.post_json("/api/v1/volunteers/posts", request)
    assert made.status == 201, made.body
    assert owner.post_form("/volunteers/profile/about", {"about": "I keep bees."}).status == 303
    server.kill()
    server.start()
    owner.address = f"localhost:{server.port}"
    kept = owner.get(made.headers["Location"]).json()
    assert (kept["title"], kept["description"], kept["status"]) == (request["title"], request["description"], "accepted")
    assert "I keep bees." in owner.get("/volunteers/profile", Accept="text/html").text


@pytest.mark.covers("LIB-092")
def test_a_killed_import_leaves_the_item_whole_or_absent(tmp_path):
    site = tmp_path / "site"
    with Server(site, owner=True):
        pass
    file = tmp_path / "book.md"
    longest = None
    for number, part in enumerate([1.0] + delays(1.2)):
        file.write_bytes(book(number))
        began = time.monotonic()
        process = subprocess.Popen([BINARY, "import", "library", file, "--data", site], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if longest is None:
            process.wait(120)
            longest = time.monotonic() - began
            continue
        time.sleep(part * longest)
        process.kill()
        process.wait(10)
        with Server(site) as server:
            is_there = assert_whole_or_absent(server, f"Book {number}")
            again = subprocess.run([BINARY, "import", "library", file, "--data", site], capture_output=True, timeout=120)
            assert again.returncode == 0
            assert assert_whole_or_absent(server, f"Book {number}"), (is_there, again.stdout)
    assert_sound(site)
