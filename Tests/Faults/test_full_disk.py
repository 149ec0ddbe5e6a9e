"""A disk that runs full: said clearly, nothing broken, and all well again once there is room."""
import collections
import json
import os
import random
import shutil
import socket
import time
import uuid

import pytest

from harness import postgres
from harness.client import Client
from harness.disk import SIZE, fill, small_disk
from harness.samples import markdown
from harness.server import Server, run
from harness.uploads import UPLOADS, finished, hand_in


@pytest.fixture
def disk():
    """A small file system of its own."""
    with small_disk() as place:
        yield place


def note(client):
    """A small write: what somebody chooses, and the answer to the call, which is kept for its key."""
    chosen = json.dumps({"kinds": {}, "digest": random.choice(["at-once", "daily"])}).encode()
    return client.send(
        "PUT", "/api/v1/notices/choices", chosen, {"Content-Type": "application/json", "Idempotency-Key": uuid.uuid4().hex})


def ready(client):
    return client.get("/health/ready")


@pytest.mark.covers("CORE-040")
def test_a_disk_of_its_own_is_refused_before_a_restore_begins(disk):
    with Server(disk, owner=True):
        pass
    assert run("backup", data=disk).returncode == 0
    backup = next((disk / "backups").glob("*.tar"))
    before = sorted(str(path) for path in disk.parent.glob(f".{disk.name}*"))
    refused = run("restore", backup, "--replace", data=disk)
    assert refused.returncode == 1 and "a volume of its own" in refused.stderr, refused.stderr
    assert sorted(str(path) for path in disk.parent.glob(f".{disk.name}*")) == before, "nothing is left beside it"
    assert (disk / "stoa.db").exists() and backup.exists()


@pytest.mark.covers("CORE-050")
def test_uploads_leave_room_for_everything_else(disk):
    with Server(disk / "site", owner=True) as server:
        owner = Client(server.url).sign_in(server.OWNER_EMAIL, server.OWNER_PASSWORD)
        # A tenth of a small disk is kept free.
        filler = fill(disk, SIZE // 10 + (2 << 20))
        assert hand_in(owner, "small.md", markdown("Small"))["status"] == "done"
        head = f"POST {UPLOADS} HTTP/1.1\r\nHost: localhost:{server.port}\r\nAuthorization: Bearer {owner.bearer}\r\n" \
            "Content-Type: multipart/form-data; boundary=x\r\n"
        with socket.create_connection(("127.0.0.1", server.port), timeout=20) as held:
            # What is announced is set aside, so that a held upload takes nobody's room unseen.
            held.sendall(f"{head}Content-Length: {64 << 20}\r\n\r\n".encode())
            answer = held.recv(65536)
            assert answer.startswith(b"HTTP/1.1 507 ") and b"storage.full" in answer, answer[:300]
        assert Client(server.url).sign_in(server.OWNER_EMAIL, server.OWNER_PASSWORD).bearer
        fill(disk, SIZE // 20)
        refused = owner.upload(UPLOADS, "more.md", markdown("More"))
        assert refused.status == 507 and refused.problem == "storage.full" and refused.json()["remedy"], refused.body
        assert note(owner).status == 200
        assert ready(owner).status == 200
        filler.unlink()
        assert hand_in(owner, "more.md", markdown("More"))["status"] == "done"


@pytest.mark.covers("CORE-050", "CORE-039")
def test_a_full_disk_is_said_and_recovered_from(disk):
    with Server(disk / "site", owner=True) as server:
        owner = Client(server.url).sign_in(server.OWNER_EMAIL, server.OWNER_PASSWORD)
        assert ready(owner).status == 200
        filler = fill(disk, 0)
        answers = [note(owner)]
        while answers[-1].status == 200 and len(answers) < 3000:
            answers.append(note(owner))
        assert answers[-1].status == 507 and answers[-1].problem == "storage.full", answers[-1].body
        assert {answer.status for answer in answers} <= {200, 507}
        # A form from a browser gets a page that says so.
        page = owner.send(
            "POST", "/account/sign-in", b"email=a%40b.example&password=x",
            {"Content-Type": "application/x-www-form-urlencoded", "Accept": "text/html"})
        assert page.status < 500 or page.status == 507, page.body[:500]
        refused = owner.upload(UPLOADS, "more.md", markdown("More"))
        assert refused.status == 507, refused.body
        state = ready(owner)
        assert state.status == 503 and state.problem == "storage.full", state.body
        # What only reads goes on.
        for path in ("/", "/library", "/account/sign-in", "/api/v1/library/items"):
            assert Client(server.url).get(path, Accept="text/html").status in (200, 303), path
        assert owner.get("/api/v1/library/items").status == 200
        time.sleep(4)
        assert server.log.count("jobs.failed") <= 4, server.log[-3000:]
        assert server.log.count("storage.full") <= 2
        filler.unlink()
        end = time.monotonic() + 10
        while ready(owner).status != 200:
            assert time.monotonic() < end, ready(owner).body
            time.sleep(0.1)
        assert note(owner).status == 200
        assert hand_in(owner, "after.md", markdown("After"))["status"] == "done"


@pytest.fixture
def postgres_site(tmp_path, disk):
    """A site on a database that lies on a small disk; everything else of the database server lies elsewhere."""
    with postgres.Cluster() as cluster:
        place = disk / "database"
        place.mkdir()
        if os.getuid() == 0:
            shutil.chown(place, "postgres")
        postgres.ask(cluster.url, f"CREATE TABLESPACE small LOCATION '{place}'")
        postgres.ask(cluster.url, "CREATE DATABASE stoa TEMPLATE template0 TABLESPACE small")
        folder = tmp_path / "site"
        folder.mkdir()
        (folder / "site.json").write_text(json.dumps({"database": f"{cluster.url} dbname=stoa"}))
        with Server(folder, owner=True) as server:
            yield server, cluster


def note_until(client, status, within=60):
    """Writes until an answer has that status."""
    end = time.monotonic() + within
    answers = [note(client)]
    while answers[-1].status != status:
        assert time.monotonic() < end, collections.Counter(answer.status for answer in answers)
        answers.append(note(client))
    return answers


@pytest.mark.covers("CORE-050", "CORE-039", "CORE-040")
def test_a_full_disk_of_the_database_server_is_said_and_recovered_from(postgres_site, disk):
    server, _ = postgres_site
    owner = Client(server.url).sign_in(server.OWNER_EMAIL, server.OWNER_PASSWORD)
    assert hand_in(owner, "before.md", markdown("Before"))["status"] == "done"
    filler = fill(disk, 0)
    answers = note_until(owner, 507)
    assert answers[-1].problem == "storage.full" and answers[-1].json()["remedy"] and answers[-1].headers["Retry-After"], answers[-1].body
    assert {answer.status for answer in answers} <= {200, 507}
    state = ready(owner)
    assert state.status == 503 and state.problem == "storage.full" and state.headers["Retry-After"], state.body
    # The file fits on the site's own disk; the work on it is not lost where it was accepted.
    upload = owner.upload(UPLOADS, "during.md", markdown("During", "A long text. " * 20_000))
    assert upload.status in (202, 507), upload.body
    for path in ("/", "/library", "/account/sign-in"):
        assert Client(server.url).get(path, Accept="text/html").status in (200, 303), path
    assert owner.get("/api/v1/library/items").status == 200
    time.sleep(4)
    assert server.log.count("jobs.failed") <= 4, server.log[-3000:]
    assert server.log.count("storage.full") <= 2 and "request.failed" not in server.log, server.log[-3000:]
    filler.unlink()
    end = time.monotonic() + 20
    while ready(owner).status != 200:
        assert time.monotonic() < end, ready(owner).body
        time.sleep(0.1)
    assert note(owner).status == 200
    assert hand_in(owner, "after.md", markdown("After"))["status"] == "done"
    if upload.status == 202:
        assert finished(owner, upload.json()["uploads"][0]["id"], within=120)["status"] == "done"


class Chapter:
    """A chapter that somebody writes while the disk runs full: each save adds a line to the text that the server has."""

    def __init__(self, author, line):
        self.author, self.line, self.said, self.base, self.text, self.count = author, line, [], 0, "", 0
        made = author.post_form("/stories/write/new", {"title": "The lamp at the ferry", "language": "en", "rating": "general"})
        assert made.status == 303, made.text
        self.address = f"/api/v1/stories/chapters/{made.headers['Location'].rpartition('/')[2]}/text"

    def save(self):
        """One save, as the editor sends it: one that was refused goes again under the name it had."""
        line = f"{self.count}: {self.line}\n"
        change = {"base": self.base, "start": len(self.text), "removed": "", "inserted": line, "name": f"save-{self.count}", "notes": f"{self.count}",
                  "notesBefore": str(self.count - 1) if self.count else ""}
        answer = self.author.send("PUT", self.address, json.dumps(change).encode(), {"Content-Type": "application/json"})
        if answer.status == 200:
            assert answer.json().get("text") is None
            self.base, self.text, self.count = answer.json()["revision"], self.text + line, self.count + 1
        return answer

    def assert_saved_as_said(self):
        kept = self.author.get(self.address).json()
        assert kept["text"] == self.text and kept["revision"] == self.base and kept["conflicts"] == 0
        assert kept["notes"] == (str(self.count - 1) if self.count else "")


def write_until_full_and_beyond(chapter, filler):
    """Writes until a save is refused for want of room, and goes on when there is room; nothing that was answered is lost."""
    saved = []
    while (answer := chapter.save()).status == 200:
        saved.append(answer)
        assert len(saved) < 300, "the disk never ran full"
    for answer in [answer] + [chapter.save() for _ in range(5)]:
        if answer.status == 200:
            continue  # What the database had set aside may take one more.
        said = answer.json()
        assert answer.status == 507 and answer.problem == "storage.full" and said["detail"] and said["remedy"] and answer.headers["Retry-After"], answer.body
    chapter.assert_saved_as_said()
    filler.unlink()
    end = time.monotonic() + 30
    while (answer := chapter.save()).status != 200:
        assert answer.status == 507 and time.monotonic() < end, answer.body
        time.sleep(0.2)
    for _ in range(20):
        assert chapter.save().status == 200
    chapter.assert_saved_as_said()
    print(f"{chapter.count} saves were answered, {len(saved)} of them before the disk was full")


LINE = "the lamp was lit at dusk and put out at dawn, and nobody came aboard. " * 40


@pytest.mark.covers("STO-029", "CORE-050")
def test_a_chapter_is_refused_while_the_disk_is_full_and_saved_when_there_is_room(disk):
    with Server(disk / "site", "--apps", "stories", owner=True) as server:
        author = Client(server.url).sign_in(server.OWNER_EMAIL, server.OWNER_PASSWORD)
        chapter = Chapter(author, LINE)
        assert chapter.save().status == 200
        filler = fill(disk, 0)
        write_until_full_and_beyond(chapter, filler)
    # As it was said, also by a server that begins anew.
    with Server(disk / "site", "--apps", "stories") as server:
        chapter.author = Client(server.url).sign_in(server.OWNER_EMAIL, server.OWNER_PASSWORD)
        chapter.assert_saved_as_said()


@pytest.mark.covers("STO-029", "CORE-050")
def test_a_chapter_is_refused_while_the_database_servers_disk_is_full_and_saved_when_there_is_room(postgres_site, disk):
    server, _ = postgres_site
    author = Client(server.url).sign_in(server.OWNER_EMAIL, server.OWNER_PASSWORD)
    chapter = Chapter(author, LINE)
    assert chapter.save().status == 200
    filler = fill(disk, 0)
    write_until_full_and_beyond(chapter, filler)
