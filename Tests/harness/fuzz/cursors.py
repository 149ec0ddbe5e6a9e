"""Cursors that no list gave out: damaged, of other lists, and written anew with a checksum that anybody can work out."""
import base64
import json
import struct

from harness.fuzz import values

KEYS = ["offset", "id", "at", "time", "sort", "rank", "score", "name", "title", "page", "n", "after", "from", "last", "count", "sequence", "position"]


def fnv1a(data):
    """FNV-1a of 32 bits, which cursors once were checked with."""
    hashed = 2166136261
    for byte in data:
        hashed = (hashed ^ byte) * 16777619 & 0xFFFFFFFF
    return hashed


def forged(data):
    return base64.urlsafe_b64encode(struct.pack("<I", fnv1a(data)) + data).rstrip(b"=")


def opened(cursor):
    """The key of a cursor, whatever the checksum in front; None where there is no JSON in it."""
    try:
        data = base64.urlsafe_b64decode(cursor + b"=" * (-len(cursor) % 4))
    except ValueError:
        return None
    for sign in (b"{", b"["):
        start = data.find(sign)
        while start >= 0:
            try:
                return data[:start], json.loads(data[start:])
            except ValueError:
                start = data.find(sign, start + 1)
    return None


def changed(rng, key):
    """The same key with extreme values."""
    if isinstance(key, dict) and key:
        name = rng.choice(sorted(key))
        return key | {name: changed(rng, key[name])}
    if isinstance(key, list) and key:
        place = rng.randrange(len(key))
        return [changed(rng, each) if number == place else each for number, each in enumerate(key)]
    return Raw(values.number(rng)) if rng.random() < 0.7 else rng.choice([values.text(rng), None, True, [], {}])


class Raw(str):
    """A number as it is to be written."""


def written(value):
    if isinstance(value, Raw):
        return value.strip() or "0"
    if isinstance(value, dict):
        return "{" + ",".join(f"{json.dumps(name)}:{written(each)}" for name, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(written, value)) + "]"
    return json.dumps(value)


def cursor(rng, genuine):
    """One for `?after=`; `genuine` are those that lists gave out."""
    kind = rng.random()
    known = rng.choice(genuine) if genuine else None
    if known and kind < 0.2:
        return known
    if known and kind < 0.3:
        return values.broken(rng, known)
    if known and kind < 0.7 and (read := opened(known)):
        front, key = read
        data = written(changed(rng, key)).encode("utf-8", "surrogatepass")
        # With the checksum of another cursor, or with the public one.
        return base64.urlsafe_b64encode(front + data).rstrip(b"=") if rng.random() < 0.3 else forged(data)
    if kind < 0.9:
        return forged(written({rng.choice(KEYS): Raw(values.number(rng)) for _ in range(rng.randrange(1, 4))}).encode())
    return values.escaped(rng, values.text(rng))
