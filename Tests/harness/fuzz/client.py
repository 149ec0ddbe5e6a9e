"""One of the processes that ask: it sends requests, judges the answers and reports what is wrong."""
import random
import time
import traceback
from dataclasses import dataclass

from harness.fuzz import oracle
from harness.fuzz.people import PATIENCE, everybody
from harness.fuzz.requests import Grammar
from harness.fuzz.shrink import shrunk
from harness.fuzz.wire import Broken, Wire, Wish

# How often somebody sends several requests before the first is answered, and how many at most.
AT_ONCE, MOST_AT_ONCE = 0.03, 5
# Sent behind those: its answer is known, so it shows whether any answer is missing or was given twice.
ALIVE, ALIVE_BODY = Wish("GET", b"/health/live", [(b"Host", b"localhost")], route="GET /health/live"), b"live\n"


@dataclass
class Finding:
    what: str
    route: str
    who: str
    # Several where one alone does not show it.
    requests: list
    answer: str = ""
    cause: str = ""

    @property
    def key(self):
        return self.what, self.route, self.cause[:80]


def run_client(number, server, seed, requests, last, known, results, counter):
    """Asks until its share is done or the server is gone; an end that nobody foresaw is a finding like the others."""
    try:
        results.put(("done", _run(number, server, seed, requests, last, known, results, counter)))
    except Exception:
        results.put(("finding", Finding(f"a client ended: {traceback.format_exc()}", "", "", [])))
        results.put(("done", ({}, set(), [])))


def _run(number, server, seed, requests, last, known, results, counter):
    rng = random.Random(f"{seed}/{number}")
    grammar = Grammar(rng, known, server.port, server.scheme)
    people = everybody(server, number + 1)
    statuses, seen, sent, found, slowest, count = {}, set(), [], set(), [], 0
    while count < requests:
        is_last = count >= requests - last
        route = grammar.route(is_last)
        person = _asker(rng, people, route)
        wishes = [grammar.wish(route, person.credentials)]
        if rng.random() < AT_ONCE:
            wishes += [grammar.wish(grammar.route(is_last), person.credentials) for _ in range(rng.randrange(1, MOST_AT_ONCE))]
        sent = (sent + [(person.label, [wish.bytes for wish in wishes])])[-5:]
        is_gone = comes_back = False
        for wish, reply, wrong, seconds in _asked(person, wishes, known.codes):
            count += 1
            counter.value += 1
            seen.add(wish.route)
            slowest = sorted([*slowest, (round(seconds, 2), person.label, len(wish.bytes), reply and reply.status, wish.bytes[:300])], reverse=True)[:5]
            if reply:
                statuses[reply.status, wish.route] = statuses.get((reply.status, wish.route), 0) + 1
                if count % 7 == 0:
                    known.learn(reply, wish.target.decode("latin-1").partition("?")[0])
            for what in wrong:
                if (what, wish.route) not in found:
                    found.add((what, wish.route))
                    cause = oracle.cause(server.log, reply) if reply and reply.status >= 500 else ""
                    small = _fewest(person, wishes, wish, what, known.codes) if reply else [each.bytes for each in wishes]
                    results.put(("finding", Finding(what, wish.route, person.label, small, _shown(reply), cause)))
            is_gone = is_gone or reply is None and not _answers(server)
            comes_back = comes_back or reply and (reply.status == 401 or wish.method != "GET" and count % 3 == 0)
        if is_gone:
            results.put(("gone", sent))
            break
        if comes_back and not person.is_in():
            person.come()
    for person in people:
        person.wire.close()
    return statuses, seen, slowest


def _asked(person, wishes, codes):
    """Sends the wishes, several of them at once on one connection, and yields each with its reply, what is wrong with it and the seconds it took.

    What the server leaves without an answer because it closed the connection with the one before is asked again, alone.
    """
    left = list(wishes)
    if len(wishes) > 1:
        replies = person.wire.ask_at_once([*wishes, ALIVE])
        while left:
            wish, began = left.pop(0), time.monotonic()
            reply, wrong = _judged(person, wish, codes, lambda: next(replies))
            yield wish, reply, wrong, time.monotonic() - began
            if person.wire.socket is None:
                break
        else:
            reply, wrong = _judged(person, ALIVE, codes, lambda: next(replies))
            if reply is None or reply.body != ALIVE_BODY:
                yield wish, reply, wrong or ["a request sent behind others has an answer that is not its own"], 0
    for wish in left:
        began = time.monotonic()
        reply, wrong = _judged(person, wish, codes, lambda: person.wire.ask(wish.bytes, wish.method))
        yield wish, reply, wrong, time.monotonic() - began


def _judged(person, wish, codes, ask):
    before = person.wire.rest
    try:
        reply = ask()
        return reply, oracle.faults(reply, wish, codes)
    except TimeoutError:
        wrong = f"no answer within {PATIENCE} s"
    except (Broken, OSError, ValueError) as trouble:
        wrong = f"no whole answer: {trouble}; left of the one before: {before[:200]!r}"
    person.wire.close()
    return None, [wrong]


def _fewest(person, wishes, wish, what, codes):
    """The one request made as small as can be, or all of them where it shows the fault only among the others."""
    if len(wishes) > 1 and not _shows(person, wish, what, codes):
        return [each.bytes for each in wishes]
    return [shrunk(wish, lambda smaller: _shows(person, smaller, what, codes)).bytes]


def _asker(rng, people, route):
    """Mostly somebody who may."""
    wanted = ("owner", "owner", "moderator", "librarian") if "/admin" in route.pattern or "/people" in route.pattern else ("member", "member", "guest", "owner", "moderator")
    role = rng.choice(wanted) if rng.random() < 0.85 else rng.choice(("guest", "member", "moderator", "librarian", "owner"))
    return rng.choice([each for each in people if each.role == role] or people)


def _shows(person, wish, what, codes):
    try:
        return what in oracle.faults(person.wire.ask(wish.bytes, wish.method), wish, codes)
    except (Broken, OSError, ValueError):
        person.wire.close()
        return False


def _shown(reply):
    return f"{reply.status} {reply.type} {reply.body[:300]!r}" if reply else ""


def _answers(server):
    try:
        return Wire(server.port, encrypted=server.scheme == "https", timeout=20).ask(b"GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n").status == 200
    except (Broken, OSError):
        return False
