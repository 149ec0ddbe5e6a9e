"""Rows beside PocketBase: one item, inner pages of a list, creates that are kept, and the memory of open event streams."""
import contextlib
import json
import pathlib
import random
import re
import resource
import socket
import subprocess
import time

import load
import measured_site
from places import RELEASE, SITE
from pocketbase import PocketBase
from report import Goal, Row

from harness.client import Client

ROUNDS = 5
SECONDS = 4
CONNECTIONS = 64
PAGE = 20
# Pages that are neither the first nor the last of the list.
INNER_PAGES = range(50, 350, 3)
STREAMS = 1000
# A person may hold 24 streams open, and guests and members together 768; staff find room beside them.
STREAMS_EACH = 20
MEMBERS = 38
STAFF = 13
WARM_UP = 20
PASSWORD = "quiet-corner-12"


def measure():
    with contextlib.ExitStack() as running:
        server, peer = running.enter_context(measured_site.serve()), running.enter_context(PocketBase())
        ours, theirs = {"Authorization": f"Bearer {measured_site.token(server)}"}, {"Authorization": peer.token()}
        rows = [item(server, ours, peer, theirs), pages(server, ours, peer, theirs)]
        rows += [create(server, ours, peer, theirs, connections) for connections in (16, 64)]
    return [*rows, streams()]


def by_turns(name, least, stoa, peer):
    """`stoa` and `peer` each run one round of so many seconds. The middle round counts."""
    stoa(1), peer(1)
    ours, theirs = [], []
    for _ in range(ROUNDS):
        ours.append(stoa(SECONDS))
        theirs.append(peer(SECONDS))
    mine, other = load.median_of(ours), load.median_of(theirs)
    return Row(name, "requests/s", mine["rate"], other["rate"], mine["rate"] / other["rate"], mine["p50"], mine["p95"], mine["p99"]), Goal(
        "ratio", least=least)


def item(server, ours, peer, theirs):
    """One item as JSON, both signed in."""
    ids = [each["id"] for each in Client(server.url).every("/api/v1/library/items")][:5000]
    mine = [f"/api/v1/library/items/{each}" for each in ids]
    other = [f"/api/collections/items/records/{each}" for each in peer.ids(5000)]
    return by_turns(
        "item-peer", 2, lambda seconds: load.round_of(server.url, mine, CONNECTIONS, seconds, ours),
        lambda seconds: load.round_of(peer.url, other, CONNECTIONS, seconds, theirs))


def pages(server, ours, peer, theirs):
    """Twenty items from inside the list, newest first; PocketBase is told not to count them all."""
    client, path, mine = Client(server.url), f"/api/v1/library/items?limit={PAGE}", []
    for number in range(INNER_PAGES.stop):
        page = path if number == 0 else f"{path}&after={following}"
        if number in INNER_PAGES:
            mine.append(page)
        following = client.get(page).json()["next"]
    other = [f"/api/collections/items/records?perPage={PAGE}&page={page}&sort=-published,-id&skipTotal=1" for page in INNER_PAGES]
    return by_turns(
        "pages-peer", 3, lambda seconds: load.round_of(server.url, mine, CONNECTIONS, seconds, ours),
        lambda seconds: load.round_of(peer.url, other, CONNECTIONS, seconds, theirs))


def create(server, ours, peer, theirs, connections):
    """A highlight with a note, of a signed-in reader, spread over all short records."""
    mark = {
        "section": 0, "quote": {"exact": "the", "prefix": "", "suffix": ""}, "position": {"start": 0, "end": 3}, "colour": "#ffd54f",
        "note": "To be read again before the next meeting."}
    publications = list(range(1, 10_001))
    random.Random(7).shuffle(publications)
    mine = [f"/api/v1/publications/{each}/annotations" for each in publications]
    flat = {
        "publication": "1", "section": 0, "colour": mark["colour"], "note": mark["note"], "quote_exact": "the", "quote_prefix": "", "quote_suffix": "",
        "position_start": 0, "position_end": 3, "person": "reader"}
    kind = {"Content-Type": "application/json"}
    return by_turns(
        f"create-{connections}", 2,
        lambda seconds: load.round_of(server.url, mine, connections, seconds, ours | kind, json.dumps(mark)),
        lambda seconds: load.round_of(peer.url, ["/api/collections/marks/records"], connections, seconds, theirs | kind, json.dumps(flat)))


def streams():
    """What an open event stream adds to the memory of a server that has been running for a moment, in KB."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (8_192, max(8_192, resource.getrlimit(resource.RLIMIT_NOFILE)[1])))
    with measured_site.serve() as server:
        tokens = [Client(server.url).sign_in(email, PASSWORD).bearer for email in people()]
        ours = memory_of_streams(
            server, lambda number: screen(server, number, "/api/v1/library/items?limit=1", "/events?topic=library.items", tokens[number // STREAMS_EACH], address(number))[0])
    with PocketBase() as peer:
        theirs = memory_of_streams(peer, lambda number: subscribed(peer, *screen(peer, number, "/api/health", "/api/realtime")))
    return Row("streams", "KB/stream", ours, theirs, ours / theirs), Goal("stoa", below=16)


def people():
    """The email addresses of members and staff of the measured site, who are made once."""
    known = subprocess.run([RELEASE, "user", "list", "--data", SITE], capture_output=True, text=True, check=True).stdout
    for number in range(MEMBERS + STAFF):
        email = f"screen{number:02}@bench.example"
        if email not in known:
            role = ["--role", "library.librarian"] if number >= MEMBERS else []
            subprocess.run(
                [RELEASE, "user", "add", "--email", email, "--name", f"Screen {number}", *role, "--data", SITE], input=PASSWORD + "\n", text=True,
                check=True, stdout=subprocess.DEVNULL)
        yield email


def memory_of_streams(server, opened):
    # The first streams pay for code and pools that the others share.
    screens = [opened(number) for number in range(WARM_UP)]
    time.sleep(2)
    before = resident_kilobytes(server.process.pid)
    screens += [opened(number) for number in range(WARM_UP, WARM_UP + STREAMS)]
    time.sleep(2)
    after = resident_kilobytes(server.process.pid)
    for each in screens:
        each.setblocking(False)
        with contextlib.suppress(BlockingIOError):
            if not each.recv(65536):
                raise SystemExit("a stream ended early")
        each.close()
    return (after - before) / STREAMS


def address(number):
    """A server takes so many connections from one address; people come from many."""
    return f"127.0.3.{number // 100 + 1}"


def screen(server, number, page, path, bearer=None, source="127.0.0.1"):
    """A connection that has fetched something before, as a browser's has, and then follows events."""
    port = int(server.url.rpartition(":")[2])
    opened = socket.create_connection(("127.0.0.1", port), timeout=10, source_address=(source, 0))
    access = f"Authorization: Bearer {bearer}\r\n" if bearer else ""
    for asked, end in ((page, b"}"), (path, b"\r\n\r\n")):
        opened.sendall(f"GET {asked} HTTP/1.1\r\nHost: localhost:{port}\r\n{access}\r\n".encode())
        answer = b""
        while end not in answer:
            answer += opened.recv(65536)
    if not answer.startswith(b"HTTP/1.1 200"):
        raise SystemExit(f"stream {number} was refused: {answer[:400]}")
    return opened, answer


def subscribed(peer, opened, answer):
    """PocketBase is told of the topics by a second request, with the id that the stream began with."""
    while not (client := re.search(rb'"clientId":"(\w+)"', answer)):
        answer += opened.recv(65536)
    told = Client(peer.url).post_json("/api/realtime", {"clientId": client.group(1).decode(), "subscriptions": ["items/*"]})
    if told.status != 204:
        raise SystemExit(f"PocketBase refused a subscription: {told.text[:400]}")
    return opened


def resident_kilobytes(process):
    status = pathlib.Path(f"/proc/{process}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+)", status).group(1))
