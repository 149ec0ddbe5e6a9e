"""Taking one's data along and leaving, while other devices of the same person go on writing."""
import io
import itertools
import json
import re
import sqlite3
import threading
import time
import zipfile

import pytest
from harness.client import Client
from harness.server import Server

MARK = "zebrafinch"


class Device(threading.Thread):
    """Writes what a person writes, one thing after another, and remembers what the site said it kept."""

    def __init__(self, client, conversation, name, numbers):
        super().__init__(daemon=True)
        self.client, self.conversation, self.name, self.numbers = client, conversation, name, numbers
        self.kept, self.answers, self.ends = [], [], threading.Event()

    def run(self):
        while not self.ends.is_set():
            words = f"{MARK} {self.name} {next(self.numbers)}"
            answer = self.client.post_json(f"/api/v1/messages/conversations/{self.conversation}", {"words": words})
            self.answers.append(answer.status)
            if answer.status == 201:
                self.kept.append(words)
            self.answers.append(self.client.post_form("/account/profile", {"name": f"{MARK} Astrid", "about-volunteers": words}).status)
            # The pace of a busy person, below what the site takes from one.
            time.sleep(0.2)


@pytest.fixture
def village(filled_demo, tmp_path):
    with Server(filled_demo(tmp_path / "site"), demo=True) as server:
        yield server


def browser(server, person):
    client = Client(server.url)
    assert client.post_form("/account/sign-in", {"email": person["email"], "password": person["password"]}).status == 303
    return client


def export(client, within=60):
    """Asks for a copy of one's data and fetches it."""
    before = set(re.findall(r"/account/privacy/exports/\d+", client.get("/account/privacy", Accept="text/html").text))
    assert client.post_form("/account/privacy/exports", {}).status == 303
    end = time.monotonic() + within
    while not (ready := set(re.findall(r"/account/privacy/exports/\d+", client.get("/account/privacy", Accept="text/html").text)) - before):
        assert time.monotonic() < end, "the copy did not come"
        time.sleep(0.1)
    answer = client.get(ready.pop())
    assert answer.status == 200 and answer.headers["Content-Type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(answer.body)) as archive:
        assert archive.testzip() is None
        return {name: json.loads(archive.read(name)) for name in archive.namelist() if name.endswith(".json")}


@pytest.mark.covers("CORE-020")
def test_a_copy_is_whole_and_a_deletion_complete_while_other_devices_write(village, cast):
    leaving = browser(village, cast["astrid"])
    conversation = leaving.get("/api/v1/messages/conversations").json()["items"][0]["id"]
    numbers = itertools.count()
    devices = [Device(browser(village, cast["astrid"]), conversation, name, numbers) for name in ("phone", "tablet")]
    for device in devices:
        device.start()
    try:
        end = time.monotonic() + 60
        while not all(device.kept for device in devices):
            assert time.monotonic() < end, [device.answers for device in devices]
            time.sleep(0.05)
        for _ in range(2):
            said = [words for device in devices for words in list(device.kept)]
            copy = json.dumps(export(leaving), ensure_ascii=False)
            assert [words for words in said if words not in copy] == [], "what was kept before the copy was asked for is in it"
        gone = leaving.post_form("/account/delete", {"address": cast["astrid"]["email"]})
        assert gone.status == 303 and gone.headers["Location"] == "/", gone.text[:500]
        time.sleep(1)
    finally:
        for device in devices:
            device.ends.set()
    for device in devices:
        device.join(20)
    assert not [line for line in village.log.splitlines() if '"level":"error"' in line]
    for device in devices:
        assert not device.is_alive() and len(device.answers) > 6, device.answers
        assert set(device.answers) <= {201, 303, 401, 403, 404, 410, 429}, sorted(set(device.answers))
    assert leaving.get("/account", Accept="text/html").status == 303
    # The last letter says that the account is gone. It goes to the person's address, which is forgotten with it a day after it left.
    assert leftovers(village) == ["mail_letter.address: astrid@stoa.example"]


def leftovers(server):
    """The columns of the site's database in which words of the person are left; who did what stays in the log, without words."""
    database = sqlite3.connect(f"file:{server.folder / 'stoa.db'}?mode=ro", uri=True)
    found = []
    try:
        for (table,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'").fetchall():
            for column in [row[1] for row in database.execute(f"PRAGMA table_info({table})")]:
                for words in (MARK, "astrid@stoa.example"):
                    if database.execute(f'SELECT 1 FROM "{table}" WHERE instr(CAST("{column}" AS TEXT), ?) LIMIT 1', (words,)).fetchone():
                        found.append(f"{table}.{column}: {words}")
    finally:
        database.close()
    return found
