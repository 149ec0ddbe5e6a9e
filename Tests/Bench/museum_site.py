"""The site on which the museum's entrance is measured: 45,000 members, each with a pass on a phone. The rows are written into the tables of an empty
site, and the running program gives out the passes, since nobody else has its key."""
import base64
import concurrent.futures
import functools
import hashlib
import http.client
import json
import time

import copied_site
import guests
from guests import DAY, token
from places import RESULTS, say

FOLDER = RESULTS / "museum-site"
MEMBERS = 45_000
ISSUERS = 16

# Raise it whenever what follows changes what it makes.
GENERATION = "1"

serve, database, settled = (functools.partial(each, FOLDER) for each in (copied_site.serve, copied_site.database, copied_site.settled))


def filled():
    """Makes sure that the site stands as it was made. Answers the passes, in the order of the memberships."""
    copied_site.filled(FOLDER, GENERATION, fill)
    return [bytes.fromhex(line) for line in (FOLDER / "bench-passes").read_text().split()]


def fill():
    say(f"Writing {MEMBERS} members")
    now = int(time.time() * 1000)
    with database() as site:
        people = guests.write(site, now, MEMBERS)
        site.execute(
            "INSERT INTO museum_tier (id, name, price, currency, months, level, guests, is_sold, changed_at) VALUES (1,'Friend',6000,'USD',12,1,1,1,?)", (now,))
        site.executemany(
            "INSERT INTO museum_membership (id, tier_id, person_id, buyer_id, status, source, price, currency, starts_at, expires_at, payable_until, created_at,"
            " reference, changed_at) VALUES (?,1,?,?,'active','app',6000,'USD',?,?,?,?,?,?)",
            ((number, person, person, now - DAY, now + 300 * DAY, now, now, f"bench-{number}", now) for number, person in enumerate(people, 1)))
    with serve() as server:
        say("Giving out passes")
        with concurrent.futures.ThreadPoolExecutor(ISSUERS) as issuers:
            parts = issuers.map(functools.partial(issue, server.port), range(ISSUERS))
            passes = dict(pair for part in parts for pair in part)
    (FOLDER / "bench-passes").write_text("\n".join(passes[number].hex() for number in range(MEMBERS)) + "\n")


def issue(port, first):
    """The passes of every so many members, on one connection."""
    connection, key, found = http.client.HTTPConnection("127.0.0.1", port, timeout=60), unpadded(PUBLIC), []
    for number in range(first, MEMBERS, ISSUERS):
        connection.request(
            "POST", "/api/v1/museum/passes", json.dumps({"publicKey": key}),
            {"Content-Type": "application/json", "Authorization": f"Bearer {token(number)}"})
        answer = connection.getresponse()
        body = answer.read()
        if answer.status != 200:
            raise SystemExit(f"a pass was refused: {body[:300]}")
        text = json.loads(body)["pass"]
        found.append((number, base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))))
    return found


def unpadded(content):
    return base64.urlsafe_b64encode(content).decode().rstrip("=")


# MARK: the phone

# P-256 (FIPS 186-5). All phones have one key, and one nonce, which a phone must never do; here it signs thousands of codes in the second in which they are
# shown, without a library.
PRIME = 2**256 - 2**224 + 2**192 + 2**96 - 1
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
BASE = (0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296, 0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5)


def add(one, other):
    if one is None or other is None:
        return one or other
    if one[0] == other[0]:
        if (one[1] + other[1]) % PRIME == 0:
            return None
        slope = 3 * (one[0] ** 2 - 1) * pow(2 * one[1], -1, PRIME)
    else:
        slope = (other[1] - one[1]) * pow(other[0] - one[0], -1, PRIME)
    across = (slope**2 - one[0] - other[0]) % PRIME
    return across, (slope * (one[0] - across) - one[1]) % PRIME


def times(number):
    """The base point so many times."""
    point, power = None, BASE
    while number:
        if number & 1:
            point = add(point, power)
        power, number = add(power, power), number >> 1
    return point


SECRET, NONCE = (int.from_bytes(hashlib.sha256(word).digest(), "big") % ORDER for word in (b"bench phone", b"bench nonce"))
PUBLIC = b"\x04" + b"".join(part.to_bytes(32, "big") for part in times(SECRET))
FIRST_HALF = times(NONCE)[0] % ORDER
INVERSE = pow(NONCE, -1, ORDER)


def code(given, seconds):
    """What a phone shows at this time, as `EntryCode` reads it."""
    signed = given + seconds.to_bytes(4, "big")
    digest = int.from_bytes(hashlib.sha256(b"stoa-museum-code-v1\0" + signed).digest(), "big")
    signature = FIRST_HALF.to_bytes(32, "big") + (INVERSE * (digest + FIRST_HALF * SECRET) % ORDER).to_bytes(32, "big")
    return "STOA" + base64.b32encode(signed + signature).decode().rstrip("=")
