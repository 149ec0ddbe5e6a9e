"""Rows `item` and `catalogue`, and those beside PocketBase: Stoa and the other by turns, so that both see the same machine."""
import load
import measure_peer
import measured_site
from reference import Reference
from report import Goal, Row, covers

from harness.client import Client

ROUNDS = 5
SECONDS = 5
CONNECTIONS = 64


def measure():
    measured_site.filled()
    with measured_site.serve() as server, Reference() as reference:
        rows = [item(server, reference), catalogue(server)]
    return rows + measure_peer.measure()


def item(server, reference):
    """One item as JSON with a signed-in session, against the same SELECT by the C program."""
    ids = [each["id"] for each in Client(server.url).every("/api/v1/library/items")][:5000]
    paths = [f"/api/v1/library/items/{each}" for each in ids]
    headers = {"Authorization": f"Bearer {measured_site.token(server)}"}
    for url in (server.url, reference.url):
        load.round_of(url, paths, CONNECTIONS, 1, headers)
    ours, theirs = [], []
    for _ in range(ROUNDS):
        ours.append(load.round_of(server.url, paths, CONNECTIONS, SECONDS, headers))
        theirs.append(load.round_of(reference.url, paths, CONNECTIONS, SECONDS))
    stoa, bare = load.median_of(ours), load.median_of(theirs)
    row = Row(
        "item", "requests/s", stoa["rate"], bare["rate"], stoa["rate"] / bare["rate"], stoa["p50"], stoa["p95"], stoa["p99"])
    return row, Goal("ratio", least=0.65)


@covers("CORE-046", "LIB-018")
def catalogue(server):
    """A page of twenty books out of all, as full HTML."""
    paths = ["/library/books"]
    load.round_of(server.url, paths, CONNECTIONS, 1)
    stoa = load.median_of([load.round_of(server.url, paths, CONNECTIONS, SECONDS) for _ in range(3)])
    return Row("catalogue", "requests/s", stoa["rate"], None, None, stoa["p50"], stoa["p95"], stoa["p99"]), Goal("p99", below=50)
