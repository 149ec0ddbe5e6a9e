"""Power cuts while authors write, each on two devices: no save that was answered is lost, none is in the text twice."""
import contextlib
import http.client
import json
import random
import sqlite3
import threading
import time

import pytest

from harness import postgres
from harness.client import Client
from harness.rounds import ROUNDS, seed
from harness.server import DEMO_SCRIPTS, Server

AUTHORS = [("member@stoa.example", "river-basket-3")] + [
    (each["email"], each["password"]) for each in json.loads(DEMO_SCRIPTS["stories"].read_text())["people"][:3]]
PARAGRAPHS = ["The first device writes here.", "Nobody writes here.", "The second device writes here."]


class Device:
    """One of an author's two devices: it writes words into a paragraph of its own, as the editor's script sends them."""

    def __init__(self, client, chapter, name, marker, chance):
        self.client, self.path, self.name, self.marker, self.chance = client, f"/api/v1/stories/chapters/{chapter}/text", name, marker, chance
        self.text, self.base, self.said, self.count = "", 0, [], 0
        # Answers that no save should get: a failed assertion would end only the thread that writes.
        self.wrong = []
        # What was written last and not answered yet: the save, its word, and the text with it.
        self.waiting = None

    def begin(self):
        answer = self.client.get(self.path).json()
        self.text, self.base = answer["text"], answer["revision"]

    def write(self, ends):
        """Writes until `ends` says so; what is on its way then is sent again by `finish`."""
        while not ends.is_set():
            self.count += 1
            word = f"{self.name}{self.count}x "
            at = self.text.index(self.marker)
            start = len(self.text[:at].encode("utf-16-le")) // 2
            save = {"base": self.base, "start": start, "removed": "", "inserted": word, "name": f"{self.name}-{self.count}"}
            self.waiting = (save, word, self.text[:at] + word + self.text[at:])
            if not self.deliver(ends):
                return
            time.sleep(self.chance.uniform(0, 0.02))

    def deliver(self, ends):
        """Sends what waits until it is answered. Answers false where the writing ended before."""
        save, word, text = self.waiting
        while True:
            try:
                answer = self.client.send("PUT", self.path, json.dumps(save).encode(), {"Content-Type": "application/json"}, timeout=10)
            except (OSError, http.client.HTTPException):
                if ends.is_set():
                    return False
                time.sleep(0.05)
                continue
            # A server that is just starting or ending says so; it took nothing.
            if answer.status in (429, 503):
                if ends.is_set():
                    return False
                time.sleep(0.1)
                continue
            if answer.status != 200:
                self.wrong.append((answer.status, answer.text))
                return False
            saved = answer.json()
            self.said.append(word)
            self.text, self.base = (text, saved["revision"]) if saved.get("text") is None else (saved["text"], saved["head"])
            self.waiting = None
            return True


@pytest.fixture(params=["sqlite", "postgres"])
def site(request, tmp_path):
    """A demo of Stories on either engine, stopped, with the address of its PostgreSQL database."""
    folder = tmp_path / "site"
    with postgres.database() if request.param == "postgres" else contextlib.nullcontext() as url:
        if url:
            folder.mkdir()
            (folder / "site.json").write_text(json.dumps({"database": url}))
        yield url, folder


@pytest.mark.covers("STO-029", "STO-039", "CORE-034")
def test_no_answered_save_is_lost_however_often_the_power_fails(site):
    url, folder = site
    chance = random.Random(seed("STOA_SEED"))
    with Server(folder, "--apps", "stories", demo=True) as server:
        devices = begun(server, chance)
        port = server.port
        for _ in range(ROUNDS if not url else max(4, ROUNDS // 4)):
            ends = threading.Event()
            writers = [threading.Thread(target=each.write, args=(ends,)) for each in devices]
            for each in writers:
                each.start()
            time.sleep(chance.uniform(0.05, 0.6))
            server.kill()
            ends.set()
            for each in writers:
                each.join(30)
            server.start(port)
            # As the editor does when it comes back: what waits goes first, under the name it had.
            for each in devices:
                if each.waiting:
                    assert each.deliver(threading.Event()), each.wrong
        assert sum(len(each.said) for each in devices) > len(devices)
        assert not any(each.wrong for each in devices), [each.wrong for each in devices]
        print(f"{sum(len(each.said) for each in devices)} saves were answered")
        for each in devices:
            now = each.client.get(each.path).json()
            wrong = [word for word in each.said if now["text"].count(word) != 1]
            assert not wrong, f"{wrong[:5]} of {len(each.said)} aren't in the text just once: {now['text'][:2000]}"
            assert now["conflicts"] == 0
    # Every earlier text can still be made: each revision is there, and begins at one that is.
    if not url:
        with contextlib.closing(sqlite3.connect(folder / "stoa.db")) as kept:
            (orphans,) = kept.execute(
                "SELECT count(*) FROM stories_revision r WHERE parent > 0 AND NOT EXISTS"
                " (SELECT 1 FROM stories_revision p WHERE p.chapter_id = r.chapter_id AND p.number = r.parent)").fetchone()
            assert orphans == 0


def begun(server, chance):
    """A new story of each author with three paragraphs, open on two devices."""
    devices = []
    for number, (email, password) in enumerate(AUTHORS):
        author = Client(server.url).sign_in(email, password)
        made = author.post_form("/stories/write/new", {"title": f"Written in a storm {number}", "language": "en", "rating": "general"})
        assert made.status == 303, made.text
        chapter = made.headers["Location"].rpartition("/")[2]
        save = {"base": 0, "text": "\n\n".join(PARAGRAPHS), "name": "begun"}
        answer = author.send("PUT", f"/api/v1/stories/chapters/{chapter}/text", json.dumps(save).encode(), {"Content-Type": "application/json"})
        assert answer.status == 200, answer.text
        for name, marker in (("a", PARAGRAPHS[0]), ("b", PARAGRAPHS[2])):
            device = Device(author, chapter, f"{name}{number}q", marker, chance)
            device.begin()
            devices.append(device)
    return devices
