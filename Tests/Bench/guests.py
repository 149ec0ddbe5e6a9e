"""The people of a measured site: each has a bearer token of their own, so that nobody has to sign in thousands of times."""
import base64
import hashlib
import json

DAY = 86_400_000


def token(number):
    """What the person of this number shows, from 0."""
    return base64.urlsafe_b64encode(hashlib.sha256(f"bench person {number}".encode()).digest()).decode().rstrip("=")


def write(site, now, count):
    """So many people, each with their token. Answers their ids."""
    (first,) = site.execute("SELECT max(id) + 1 FROM account_person").fetchone()
    people = range(first, first + count)
    site.executemany(
        "INSERT INTO account_person (id, email, name, created_at, changed_at) VALUES (?,?,?,?,?)",
        ((person, f"guest{person}@bench.example", f"Guest {person}", now, now) for person in people))
    site.executemany(
        "INSERT INTO account_session (token_hash, person_id, kind, label, keeps_signed_in, issued_at, last_used_at, expires_at, proved_at, proofs,"
        " changed_at) VALUES (?,?,'bearer','bench',1,?,?,?,?,?,?)",
        ((hashlib.sha256(token(number).encode()).digest(), person, now, now, now + 30 * DAY, now, json.dumps({"pwd": now}), now)
         for number, person in enumerate(people)))
    return people
