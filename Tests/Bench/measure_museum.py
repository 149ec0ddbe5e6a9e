"""Rows of the museum's entrance, at 45,000 members: codes that phones sign are redeemed, each once and on disk before the gate hears it, beside pretix; and
how long one gate waits for its answer while all others are busy."""
import contextlib
import http.client
import json
import statistics
import threading
import time
import uuid

import load
import museum_site
import tools
from measure_cafeteria import percentiles
from places import say
from pretix_peer import Pretix
from report import Goal, Row, covers

from harness.client import Client

CONNECTIONS = 64
GATES = 20
REDEMPTIONS = 8_000
ROUNDS = 3
SCANS = 500
PATH = "/api/v1/museum/scans"


@covers("MUS-022", "MUS-024", "CORE-032", "CORE-033")
def measure():
    passes = iter(enumerate(museum_site.filled(), 1))
    with museum_site.serve() as server:
        access = Client(server.url).sign_in(server.OWNER_EMAIL, server.OWNER_PASSWORD).bearer
        return [*redemptions(server, access, passes), scans(server, access, passes)]


def redemptions(server, access, passes):
    with contextlib.ExitStack() as running:
        try:
            peer = running.enter_context(Pretix())
        except tools.Unavailable as reason:
            say(f"No row pretix: it cannot be installed ({reason})")
            peer = None
        mine, times, theirs = [], [], []
        for number in range(ROUNDS + 1):
            rate, figures = redeem(server, access, passes)
            other = peer.round(CONNECTIONS) if peer else None
            # The first round warms up.
            if number:
                mine.append(rate)
                times.append(figures)
                theirs.append(other)
    middle = load.median_of(times)
    rows = [(Row("redeem", "codes/s", statistics.median(mine), None, None, middle["p50"], middle["p95"], middle["p99"]), Goal("stoa", least=5000))]
    if peer:
        ours, other = statistics.median(mine), statistics.median(theirs)
        rows.append((Row("pretix", "codes/s", ours, other, ours / other), Goal("ratio", least=100)))
    return rows


def shown(passes, count):
    """What so many phones show within the next half minute, and what a gate sends of it."""
    seconds = int(time.time()) + 15
    return [
        json.dumps({"code": museum_site.code(given, seconds), "gate": f"gate-{number % GATES}", "nonce": uuid.uuid4().hex})
        for number, given in (next(passes) for _ in range(count))]


def admitted():
    with museum_site.database() as site:
        return site.execute("SELECT count(*) FROM museum_scan WHERE result = 'admitted'").fetchone()[0]


def redeem(server, access, passes):
    """So many codes that nobody has shown today, by 64 connections. Answers the codes per second, from the first request to the last answer, and latencies."""
    before = admitted()
    bodies = [(body, f"Authorization: Bearer {access}") for body in shown(passes, REDEMPTIONS)]
    seconds, figures = load.timed(server.url, PATH, bodies, CONNECTIONS, BENCH_TYPE="application/json")
    if admitted() - before != REDEMPTIONS:
        raise SystemExit(f"{admitted() - before} of {REDEMPTIONS} codes were admitted")
    return REDEMPTIONS / seconds, figures


def scans(server, access, passes):
    """One gate, again and again, while 63 connections redeem as fast as they can."""
    crowd = [(body, f"Authorization: Bearer {access}") for body in shown(passes, REDEMPTIONS // 2)]
    others = threading.Thread(target=load.timed, args=(server.url, PATH, crowd, CONNECTIONS - 1), kwargs={"BENCH_TYPE": "application/json"})
    bodies, seconds = shown(passes, SCANS), []
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {access}"}
    others.start()
    for body in bodies:
        begun = time.monotonic()
        connection.request("POST", PATH, body, headers)
        answer = connection.getresponse()
        result = json.loads(answer.read())["outcome"]["result"]
        seconds.append(time.monotonic() - begun)
        if result != "admitted":
            raise SystemExit(f"a scan was answered {result}")
        if not others.is_alive():
            break
    others.join()
    return Row("scan", "ms", None, None, None, *percentiles(seconds)), Goal("p99", below=50)

