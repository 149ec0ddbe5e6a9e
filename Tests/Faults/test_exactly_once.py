"""Power cuts while many people send calls with keys: each call is sent until it is answered, and took effect exactly once."""
import base64
import http.client
import itertools
import json
import random
import sqlite3
import threading
import time
import urllib.parse

import pytest

from harness import postgres
from harness.client import Client
from harness.rounds import ROUNDS, seed
from harness.server import Server

CLIENTS = 8
# The pace of messages is twenty a minute for one person, and begins anew with each start.
CALLS = 8
PEOPLE = [("astrid@stoa.example", "birch-window-5"), ("yusuf@stoa.example", "harbour-tea-8"), ("greta@stoa.example", "candle-garden-6"),
          ("nils@stoa.example", "gravel-boat-3")]
OWNER = ("owner@stoa.example", "olive-terrace-7")
# What stands at the head of the second of the seven mornings.
MARKED = "Tuesday: Listen twice"
# The filter lets people decide on what comes too fast, so answers say more than one thing; never that it was done already.
DONE = {200, 201, 204, 303}


class Call:
    """One call with its key, the first answer to it, and where its effect is counted."""

    def __init__(self, client, method, path, key, counted, json_body=None, form=None):
        self.client, self.method, self.path, self.key, self.counted = client, method, path, key, counted
        self.headers, self.body = {}, None
        if form is None:
            self.headers["Idempotency-Key"] = key
            if json_body is not None:
                self.headers["Content-Type"] = "application/json"
                self.body = json.dumps(json_body).encode()
        else:
            self.headers["Content-Type"] = "application/x-www-form-urlencoded"
            self.body = urllib.parse.urlencode(form | {"submission": key}).encode()
        self.first = None

    def send(self):
        """The answer, as far as it must be the same each time; nil where the line broke."""
        try:
            answer = self.client.send(self.method, self.path, self.body, self.headers, timeout=30)
        except (OSError, http.client.HTTPException):
            return None
        return answer.status, answer.headers["Location"], answer.body if answer.status in (200, 201) else b""


class Desk:
    """What one client sends: every kind in turn, each with words of its own."""

    def __init__(self, number, client, places, chance):
        self.number, self.client, self.places, self.chance = number, client, places, chance
        self.made = itertools.count()

    def key(self):
        return base64.urlsafe_b64encode(self.chance.randbytes(16)).decode().rstrip("=")

    def calls(self, count):
        kinds = [self.post, self.message, self.message_form, self.expense, self.line, self.annotation, self.report]
        for number in range(count):
            yield kinds[(number + self.number) % len(kinds)]()

    def words(self):
        return f"call {self.number}-{next(self.made)}-{self.chance.randrange(1 << 32)}"

    def post(self):
        words = self.words()
        body = {"title": words, "description": f"Somebody for {words}", "category": self.places["category"]}
        return Call(self.client, "POST", "/api/v1/volunteers/posts", self.key(), f"SELECT count(*) FROM volunteers_post WHERE title = '{words}'", body)

    def message(self):
        words = self.words()
        return Call(self.client, "POST", f"/api/v1/messages/conversations/{self.talk}", self.key(), self.said(words), {"words": words})

    def message_form(self):
        words = self.words()
        return Call(self.client, "POST", f"/account/messages/{self.talk}", self.key(), self.said(words), form={"words": words})

    @property
    def talk(self):
        return self.places["talks"][self.number % len(PEOPLE)]

    @staticmethod
    def said(words):
        return f"SELECT count(*) FROM message_post WHERE words = '{words}'"

    def expense(self):
        words = self.words()
        return Call(
            self.places["owner"], "POST", f"/admin/budget/{self.places['line']}/expenses", self.key(),
            f"SELECT count(*) FROM settings_expense WHERE note = '{words}'", form={"amount": "3", "note": words, "day": "2026-11-02"})

    def line(self):
        words = self.words()
        return Call(
            self.places["owner"], "POST", "/admin/budget", self.key(), f"SELECT count(*) FROM settings_budget_line WHERE name = '{words}'",
            form={"name": words, "amount": "10000", "alertPercent": "80", "year": "2026"})

    def annotation(self):
        words = self.words()
        place = {"section": 1, "quote": {"exact": MARKED, "prefix": "", "suffix": ""}, "position": {"start": 0, "end": len(MARKED)}, "note": words}
        return Call(
            self.client, "POST", f"/api/v1/publications/{self.places['publication']}/annotations", self.key(),
            f"SELECT count(*) FROM reading_annotation WHERE note = '{words}'", place)

    def report(self):
        words = self.words()
        return Call(
            self.places["owner"], "POST", "/admin/statistics/reports", self.key(), f"SELECT count(*) FROM statistics_report WHERE name = '{words}'",
            form={"name": words, "query": "measure=site.visits"})


@pytest.fixture(params=["sqlite", "postgres"])
def site(request, tmp_path):
    """A demo site on either engine, filled and stopped, with the address of its PostgreSQL database."""
    folder = tmp_path / "site"
    with postgres.database() if request.param == "postgres" else _nothing() as url:
        if url:
            folder.mkdir()
            (folder / "site.json").write_text(json.dumps({"database": url}))
        with Server(folder, demo=True) as server:
            server.wait_for_people()
        yield url, folder


class _nothing:
    def __enter__(self):
        return None

    def __exit__(self, *_):
        pass


def counter(url, folder):
    """Answers what a query counts, outside of Stoa."""
    if url:
        return lambda query: int(postgres.ask(url, query))
    database = sqlite3.connect(folder / "stoa.db", timeout=30, check_same_thread=False)
    return lambda query: database.execute(query).fetchone()[0]


def clear(url, folder, statement):
    """Makes room: a person keeps no more than a hundred reports."""
    if url:
        postgres.ask(url, statement)
        return
    with sqlite3.connect(folder / "stoa.db", timeout=30) as database:
        database.execute(statement)


def signed_in(server):
    owner = Client(server.url).sign_in(*OWNER)
    people = [Client(server.url).sign_in(*PEOPLE[number % len(PEOPLE)]) for number in range(CLIENTS)]
    return owner, people


def places(owner, people):
    """Where the calls go: a category, a conversation of each person, a line of the budget, a publication with words to mark."""
    open_posts = owner.get("/api/v1/volunteers/posts?limit=100").json()["items"]
    talks = [begun(person, open_posts) for person in people[:len(PEOPLE)]]
    assert owner.post_form("/admin/budget", {"name": "Sundries", "amount": "100000", "alertPercent": "80", "year": "2026"}).status == 303
    book = next(item for item in owner.every("/api/v1/library/items") if item["title"] == "Seven Mornings")
    return {
        "owner": owner, "category": owner.get("/api/v1/volunteers/categories").json()[0]["id"], "talks": talks,
        "publication": owner.get(f"/api/v1/library/items/{book['id']}").json()["publication"], "line": 1}


def begun(person, open_posts):
    """A conversation that somebody begins by offering help."""
    assert person.post_form("/terms/volunteers", {"version": "1", "accepted": "true"}).status == 303
    for post in open_posts:
        offered = person.post_form(f"/volunteers/posts/{post['id']}/help", {"message": "I can help."})
        if offered.status == 303:
            return offered.headers["Location"].split("/")[-1]
    raise AssertionError("nobody to be helped")


def send_all(calls, until):
    """Sends calls one after the other until the moment has come; the first answer of each is kept."""
    for call in calls:
        if until.is_set():
            return
        call.first = call.send()


@pytest.mark.covers("CORE-040")
def test_every_call_with_a_key_takes_effect_once_however_often_the_power_fails(site):
    url, folder = site
    chance = random.Random(seed("STOA_EXACTLY_ONCE_SEED"))
    effects = 0
    repeated = 0
    with Server(folder) as server:
        owner, people = signed_in(server)
        where = places(owner, people)
        count = counter(url, folder)
        desks = [Desk(number, client, where, chance) for number, client in enumerate(people)]
        for _ in range(ROUNDS if not url else max(4, ROUNDS // 4)):
            batches = [list(desk.calls(CALLS)) for desk in desks]
            cut = threading.Event()
            threads = [threading.Thread(target=send_all, args=(batch, cut)) for batch in batches]
            for thread in threads:
                thread.start()
            time.sleep(chance.uniform(0.02, 0.9))
            server.kill()
            cut.set()
            for thread in threads:
                thread.join()
            server.start()
            for client in [owner, *people]:
                client.address = f"localhost:{server.port}"
            for call in itertools.chain(*batches):
                second = call.send()
                assert second is not None and second[0] in DONE, (call.method, call.path, call.first, second)
                if call.first is not None:
                    repeated += 1
                    assert second == call.first, (call.method, call.path)
                assert count(call.counted) == 1, (call.method, call.path, call.counted, call.first, second)
                effects += 1
            clear(url, folder, "DELETE FROM statistics_report")
    print(f"{effects} calls took effect once; {repeated} were answered twice, alike")
