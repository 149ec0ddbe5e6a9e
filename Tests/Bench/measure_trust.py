"""Rows of trust: the content filter, signing in while people browse, the audit log, the feed, and live screens."""
import http.client
import json
import random
import resource
import selectors
import socket
import statistics
import threading
import time
import urllib.parse

import load
import measure_filter
import trust_site
from report import Goal, Row, covers

from harness.client import Client

BROWSERS = 100
# Nobody opens pages without a look at them.
LOOK = (1.0, 3.0)
SIGN_INS = 60
SECONDS = 8
# Guests and members together may hold 768 streams open, three quarters of what a server gives to streams.
STREAMS = 760
SCREENS_EACH = 10
POSTS = 25


@covers("CORE-025", "VOL-036", "CORE-017", "VOL-006", "LIB-112", "CORE-035", "VOL-078", "VOL-080", "CORE-033", "CORE-047")
def measure():
    # Each live screen is an open file, here and in the server.
    resource.setrlimit(resource.RLIMIT_NOFILE, (8_192, max(8_192, resource.getrlimit(resource.RLIMIT_NOFILE)[1])))
    trust_site.filled()
    with trust_site.serve() as server:
        return [measure_filter.filter_row(), login(server), audit(server), feed(server), events(server)]


def percentiles(seconds):
    cuts = statistics.quantiles([each * 1000 for each in seconds], n=100)
    return cuts[49], cuts[94], cuts[98]


def login(server):
    """Password sign-ins one after the other, each of another person from another address, while 100 people browse."""
    stop = threading.Event()
    crowd = [threading.Thread(target=browse, args=(server, stop, number)) for number in range(BROWSERS)]
    for person in crowd:
        person.start()
    time.sleep(LOOK[1])
    seconds = [sign_in(server, number) for number in range(SIGN_INS)]
    stop.set()
    for person in crowd:
        person.join()
    p50, p95, p99 = percentiles(seconds)
    return Row("login", "ms", None, None, None, p50, p95, p99), Goal("p95", below=500)


def browse(server, stop, number):
    chance = random.Random(number)
    connection = http.client.HTTPConnection("localhost", server.port, timeout=30)
    while not stop.wait(chance.uniform(*LOOK)):
        connection.request("GET", chance.choice(["/library", "/library/books", "/account/sign-in", "/library/bible"]), headers={"Accept": "text/html"})
        answer = connection.getresponse()
        answer.read()
        if answer.status != 200:
            raise SystemExit(f"a page of the crowd answered {answer.status}")


def sign_in(server, number):
    body = json.dumps({"email": trust_site.email(number), "password": trust_site.PASSWORD})
    # Loopback has many addresses: the throttle by address must not stand between the figure and what it measures.
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30, source_address=(f"127.0.1.{number + 1}", 0))
    start = time.monotonic()
    connection.request("POST", "/api/v1/sessions", body, {"Content-Type": "application/json"})
    answer = connection.getresponse()
    answer.read()
    passed = time.monotonic() - start
    connection.close()
    if answer.status not in (200, 201):
        raise SystemExit(f"a sign-in answered {answer.status}")
    return passed


def audit(server):
    """Pages of the log at 1,000,000 entries: the first, filtered ones, words, and pages far inside."""
    owner = Client(server.url).sign_in(server.OWNER_EMAIL, server.OWNER_PASSWORD)
    queries = [{}, {"action": "DELETE"}, {"q": "bicycle"}, {"q": "library", "action": "UPDATE"}, {"q": "hedges 77777"}, {"from": "2026-01-01"}]
    paths = [f"/admin/log?{urllib.parse.urlencode(query)}" for query in queries]
    return timed("audit", server, paths, owner, Goal("p99", below=100))


def feed(server):
    """Pages of the feed at 100,000 posts, in every order and by category."""
    person = trust_site.accept_terms(server, 0)
    queries = [{}, {"category": 1}, {"category": 4}, {"sort": "poster"}, {"sort": "category", "order": "ascending"}, {"order": "ascending"}]
    paths = [f"/volunteers?{urllib.parse.urlencode(query)}" for query in queries]
    return timed("feed", server, paths, person, Goal("p99", below=50))


def timed(name, server, paths, client, goal):
    headers = {"Authorization": f"Bearer {client.bearer}", "Accept": "text/html"}
    load.round_of(server.url, paths, 4, 2, headers)
    stoa = load.median_of([load.round_of(server.url, paths, 4, SECONDS, headers) for _ in range(3)])
    return Row(name, "requests/s", stoa["rate"], None, None, stoa["p50"], stoa["p95"], stoa["p99"]), goal


def events(server, streams=STREAMS, posts=POSTS):
    """From the moment a post is sent to the moment an open screen hears of it, on each of `streams` screens."""
    # A person has at most 24 open screens; and whoever writes much in an hour waits for a moderator, so each post has an author of its own.
    people = [trust_site.accept_terms(server, number) for number in range(streams // SCREENS_EACH)]
    authors = people[1 : posts + 1]
    category = authors[0].get("/api/v1/volunteers/categories").json()[0]["id"]
    choir = selectors.DefaultSelector()
    screens = []
    for number in range(streams):
        # The server takes so many connections from one address; people come from many.
        screen = socket.create_connection(("127.0.0.1", server.port), source_address=(f"127.0.2.{number // 100 + 1}", 0))
        bearer = people[number // SCREENS_EACH].bearer
        screen.sendall(
            f"GET /events?topic=volunteers.posts HTTP/1.1\r\nHost: localhost:{server.port}\r\nAuthorization: Bearer {bearer}\r\n\r\n".encode())
        screen.setblocking(False)
        choir.register(screen, selectors.EVENT_READ)
        screens.append(screen)
    drained(choir, 3)
    seconds = []
    for number, author in enumerate(authors):
        seconds += post(author, category, choir, streams, number)
    for screen in screens:
        screen.close()
    p50, p95, p99 = percentiles(seconds)
    return Row("events", "ms", None, None, None, p50, p95, p99), Goal("p99", below=200)


def post(author, category, choir, streams, number):
    # Other words each time: whoever writes the same again waits for a moderator.
    chance = random.Random()
    words = {
        "title": f"{chance.choice(trust_site.NEEDS)} in {chance.choice(trust_site.AREAS)}",
        "description": " ".join(f"{need}." for need in chance.sample(trust_site.NEEDS, 4)), "category": category, "area": "Teleborg"}
    answers = []
    start = time.monotonic()
    waiting = threading.Thread(target=lambda: answers.append(author.post_json("/api/v1/volunteers/posts", words)))
    waiting.start()
    heard = []
    end = start + 10
    missing = streams
    while missing and time.monotonic() < end:
        for key, _ in choir.select(0.5):
            if b'"kind":"post"' in key.fileobj.recv(65536):
                heard.append(time.monotonic() - start)
                missing -= 1
    waiting.join()
    if answers[0].status != 201 or missing:
        raise SystemExit(f"post {number} answered {answers[0].status}, and {missing} screens did not hear of it: {answers[0].text[:300]}")
    return heard


def drained(choir, seconds):
    """Reads what the streams begin with."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for key, _ in choir.select(0.2):
            if not key.fileobj.recv(65536):
                raise SystemExit("a stream ended early")
