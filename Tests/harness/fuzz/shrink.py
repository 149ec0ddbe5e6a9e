"""Makes a request that showed a fault as small as it can be and still show it, and sends one that was kept again."""
import dataclasses
import re

from harness.fuzz import oracle
from harness.fuzz.wire import Broken, Wire, Wish

TRIES = 60


def shrunk(wish, shows):
    """The smallest wish for which `shows` still holds, within so many tries."""
    best, left = wish, TRIES
    while left > 0:
        for smaller in _smaller(best):
            left -= 1
            if left < 0 or shows(smaller):
                break
        else:
            return best
        if left >= 0:
            best = smaller
    return best


def _smaller(wish):
    path, _, query = wish.target.partition(b"?")
    if query:
        yield dataclasses.replace(wish, target=path)
        parts = query.split(b"&")
        if len(parts) > 3:
            yield dataclasses.replace(wish, target=path + b"?" + b"&".join(parts[:len(parts) // 2]))
            yield dataclasses.replace(wish, target=path + b"?" + b"&".join(parts[len(parts) // 2:]))
        for number in range(min(len(parts), 12) if len(parts) > 1 else 0):
            yield dataclasses.replace(wish, target=path + b"?" + b"&".join(parts[:number] + parts[number + 1:]))
        for number, part in enumerate(parts[:6]):
            if len(part) > 40:
                yield dataclasses.replace(wish, target=path + b"?" + b"&".join(parts[:number] + [_half(part)] + parts[number + 1:]))
    for number, (name, _) in enumerate(wish.headers):
        if name not in (b"Host", b"Content-Type", b"Accept"):
            yield dataclasses.replace(wish, headers=wish.headers[:number] + wish.headers[number + 1:])
    if wish.body:
        yield dataclasses.replace(wish, body=b"")
        fields = wish.body.split(b"&") if b"&" in wish.body[:4000] else []
        for number in range(min(len(fields), 12)):
            yield dataclasses.replace(wish, body=b"&".join(fields[:number] + fields[number + 1:]))
        if len(wish.body) > 40:
            yield dataclasses.replace(wish, body=_half(wish.body))


def _half(data):
    """The same with half of its longest run of one thing: what is too long shrinks to what is just too long."""
    run = max(re.finditer(rb"((?:%..|.){1,9}?)\1*", data), key=lambda found: len(found[0]))
    middle = len(run[0]) // len(run[1]) // 2 * len(run[1])
    return data[:run.start()] + data[run.start() + middle:] if middle else data[:len(data) // 2]


def written(finding):
    """What a file holds that is to be sent again: who asks, the number of bytes of each request, and the requests."""
    return b"%s\n%s\n%s" % (finding.who.encode(), b" ".join(b"%d" % len(each) for each in finding.requests), b"".join(finding.requests))


def replayed(file, people, port, codes):
    """Sends what was kept as somebody of the same kind on this site, at once if it is several; answers the replies and what is wrong with them."""
    label, lengths, rest = file.read_bytes().split(b"\n", 2)
    person = next((each for each in people if each.label == label.decode()), people[0])
    wishes = []
    for length in map(int, lengths.split()):
        wishes.append(_again(rest[:length], person, port))
        rest = rest[length:]
    wire = Wire(port, person.wire.source, bool(person.wire.context))
    replies, wrong = [], []
    try:
        for wish, reply in zip(wishes, wire.ask_at_once(wishes)):
            replies.append(reply)
            wrong += oracle.faults(reply, wish, codes)
    except (Broken, OSError, ValueError) as trouble:
        wrong.append(repr(trouble))
    return replies, wrong


def _again(request, person, port):
    """A request that was kept, with the address and the proof of who is here now."""
    head, _, body = request.partition(b"\r\n\r\n")
    first, *lines = head.split(b"\r\n")
    method, target, _ = first.split(b" ")
    own = re.compile(rb"(Cookie: __Host-session|Authorization: Bearer .{40}|Host:|Origin: http.?://localhost:)")
    headers = [(b"Host", b"localhost:%d" % port), *person.credentials]
    headers += [tuple(line.split(b": ", 1)) for line in lines if not own.match(line)]
    return Wish(method.decode(), target, headers, body, has_length=False)
