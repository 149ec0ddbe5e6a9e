"""The site on which trust is measured: people, 100,000 posts and an audit log of 1,000,000 entries, made once."""
import hashlib
import json
import random
import shutil
import sqlite3
import subprocess
import time

from places import RELEASE, RESULTS, say

from harness.client import Client
from harness.server import Server

FOLDER = RESULTS / "trust-site"
PASSWORD = "copper-kettle-31"
PEOPLE = 100
POSTS = 100_000
ENTRIES = 1_000_000
SEED = 20260102

# Raise it whenever what follows changes what it makes.
GENERATION = "2"

NEEDS = [
    "Walk my dog on weekday mornings", "Help with a Swedish form at the town hall", "Carry boxes to the third floor",
    "Company on a walk around the lake", "Plant hedges at the allotment", "Read the newspaper aloud once a week",
    "Sort clothes at the collection point", "Practise Swedish over coffee", "Mend a bicycle with a teenager",
    "Drive a wheelchair user to the swimming hall", "Feed two cats during a hospital stay", "Clean up the riverside path",
]
AREAS = ["Araby", "Teleborg", "Hovshaga", "Öster", "Söder", "Dalbo", "Högstorp", "Sandsbro"]


def serve():
    return Server(FOLDER, owner=True, ready_within=120)


def email(number):
    return f"person{number:03}@bench.example"


def filled(posts=POSTS, entries=ENTRIES):
    """Makes sure that the site stands."""
    mark = FOLDER.with_suffix(".complete")
    made = f"{GENERATION} {posts} {entries}"
    if mark.exists() and mark.read_text() == made:
        return
    mark.unlink(missing_ok=True)
    shutil.rmtree(FOLDER, ignore_errors=True)
    with serve() as server:
        for number in range(PEOPLE):
            subprocess.run(
                [RELEASE, "user", "add", "--email", email(number), "--name", f"Person {number}", "--data", FOLDER], input=PASSWORD + "\n",
                text=True, check=True, stdout=subprocess.DEVNULL)
        accept_terms(server, 0)
    with sqlite3.connect(FOLDER / "stoa.db") as database:
        say(f"Writing {posts} posts")
        write_posts(database, posts)
        say(f"Writing {entries} audit entries")
        write_entries(database, entries)
    mark.write_text(made)


def accept_terms(server, number):
    """Lets a person agree to the terms of Volunteers; answers a client that is signed in as them."""
    client = Client(server.url).sign_in(email(number), PASSWORD)
    answer = client.post_form("/terms/volunteers", {"version": 1, "accepted": "true"})
    if answer.status != 303:
        raise SystemExit(f"the terms could not be accepted: {answer.status} {answer.text[:400]}")
    return client


def write_posts(database, count):
    chance = random.Random(SEED)
    people = [row[0] for row in database.execute("SELECT id FROM account_person WHERE email LIKE 'person%' ORDER BY id")]
    categories = [row[0] for row in database.execute("SELECT id FROM volunteers_category ORDER BY position")]
    start = int(time.time() * 1000) - count * 60_000
    for number in range(count):
        author, at, category = chance.choice(people), start + number * 60_000, chance.choice(categories)
        title, area = f"{chance.choice(NEEDS)} {number}", chance.choice(AREAS)
        body = " ".join(chance.choice(NEEDS) + "." for _ in range(8))
        database.execute(
            "INSERT INTO volunteers_post (author_id, poster_key, status, category_id, title, body, area, language, version, accepted_version,"
            " published_at, created_at, changed_at, changed_by) VALUES (?,?,'accepted',?,?,?,?,'en',1,1,?,?,?,?)",
            (author, f"person {author}", category, title, body, area, at, at, at, author))


def write_entries(database, count):
    """Adds entries to the chain as the program does: each digest covers the one before it."""
    chance = random.Random(SEED + 1)
    (last,) = database.execute("SELECT hash FROM audit_entry ORDER BY id DESC LIMIT 1").fetchone()
    (at,) = database.execute("SELECT MAX(changed_at) FROM audit_entry").fetchone()
    people = [row[0] for row in database.execute("SELECT id FROM account_person ORDER BY id")]
    kinds = [("LOGIN", "account.person"), ("UPDATE", "library.item"), ("CREATE", "volunteers.post"), ("DELETE", "library.item")]
    for number in range(count):
        actor, (action, entity) = chance.choice(people), chance.choice(kinds)
        details = json.dumps({"title": f"{chance.choice(NEEDS)} {number}"}, separators=(",", ":"))
        covered = json.dumps([at, actor, action, entity, str(number), details], separators=(",", ":"), ensure_ascii=False)
        last = hashlib.sha256(last + covered.encode()).digest()
        database.execute(
            "INSERT INTO audit_entry (changed_at, changed_by, action, entity, entity_id, details, hash) VALUES (?,?,?,?,?,?,?)",
            (at, actor, action, entity, str(number), details, last))
