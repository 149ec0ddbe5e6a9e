"""One fuzz run: a site, several clients in processes of their own, and eyes on the server."""
import contextlib
import json
import multiprocessing
import re
import statistics
import time
from dataclasses import dataclass, field

from harness.crawl import NOT_PAGES, kind
from harness.fuzz import oracle, routes
from harness.fuzz.client import Finding, run_client
from harness.fuzz.people import everybody
from harness.fuzz.requests import SLOW
from harness.fuzz.wire import Broken, Wire
from harness.server import Server

WORKERS = 2
STARTS = ["/", "/library", "/volunteers", "/account", "/account/security", "/account/privacy", "/account/messages", "/admin", "/admin/people", "/admin/library/items", "/help",
          "/help/support", "/volunteers/new", "/account/sign-in", "/account/register", "/account/forgotten", "/library/search?q=lamp", "/volunteers/search?q=a", "/opds"]
NOT_READ = re.compile(r"^/(events|assets|account/with)|\.csv$|\.js$")


@dataclass
class Outcome:
    seed: str
    sent: int = 0
    seconds: float = 0
    findings: list = field(default_factory=list)
    statuses: dict = field(default_factory=dict)
    routes: set = field(default_factory=set)
    # Each with the number of requests before it: kilobytes in RAM, and those that the program uses.
    resident: list = field(default_factory=list)
    allocated: list = field(default_factory=list)
    descriptors: list = field(default_factory=list)
    slowest: list = field(default_factory=list)
    # Routes that let a request in.
    reached: set = field(default_factory=set)
    never: set = field(default_factory=set)


@contextlib.contextmanager
def site(folder, database=None, options=()):
    """A demo that has been filled, on SQLite or on the PostgreSQL database of this address."""
    folder.mkdir(parents=True)
    if database:
        (folder / "site.json").write_text(json.dumps({"database": database}))
    server = Server(folder, *options, demo=True, environment={"STOA_LOG": "warning"})
    # The demo's own small files are enough; the large books would only take time.
    server.options[server.options.index("--demo-files") + 1] = str(folder / "none")
    with server:
        end = time.monotonic() + 90
        while not (folder / "demo-complete").exists():
            assert time.monotonic() < end, server.log[-2000:]
            time.sleep(0.1)
        yield server


def explored(server, people):
    """What there is to ask for, by reading one page of each kind as everybody."""
    known = routes.Known()
    wire = Wire(server.port, encrypted=server.scheme == "https")
    known.ask(wire, routes.description(wire))
    for person in people:
        seen, waiting = set(), list(STARTS)
        while waiting:
            path = waiting.pop(0)
            if kind(path) in seen or NOT_PAGES.search(path.partition("?")[0]) or "/with/" in path:
                continue
            seen.add(kind(path))
            waiting += known.learn(person.send("GET", path, kind="", credentials=[(b"Accept", b"text/html"), *person.credentials]), path)
        for route in known.routes:
            if route.method == "GET" and "{" not in route.pattern and not SLOW.search(route.name) and not NOT_READ.search(route.pattern):
                for query in ("limit=1", "limit=1&q=a", "q=the"):
                    known.learn(person.send("GET", f"{route.pattern}?{query}"), route.pattern)
    return known


def fuzz(server, seed, requests, workers=WORKERS):
    """Sends so many requests and answers what was wrong."""
    print(f"fuzz: seed {seed}, {requests} requests")
    outcome = Outcome(seed)
    explorers = everybody(server)
    # One of each role, guests last: by token there is nothing to see that a cookie does not show.
    by_role = {person.role: person for person in reversed(explorers)}
    known = explored(server, sorted(by_role.values(), key=lambda person: person.role == "guest"))
    for person in explorers:
        person.wire.close()
    context = multiprocessing.get_context("fork")
    results, began = context.Queue(), time.monotonic()
    counters = [context.Value("q", 0, lock=False) for _ in range(workers)]
    share = requests // workers
    clients = [context.Process(target=run_client, args=(number, server, seed, share, max(20, share // 50), known, results, counters[number]), daemon=True)
               for number in range(workers)]
    for client in clients:
        client.start()
    watch = Wire(server.port, encrypted=server.scheme == "https")
    waiting, suspects = workers, []
    while waiting:
        try:
            what, value = results.get(timeout=0.5)
            if what == "finding":
                outcome.findings.append(value)
            elif what == "gone":
                suspects += value
            else:
                waiting -= 1
                for (status, route), count in value[0].items():
                    outcome.statuses[status] = outcome.statuses.get(status, 0) + count
                    if status < 400:
                        outcome.reached.add(route)
                outcome.routes |= value[1]
                outcome.slowest += value[2]
        except Exception as trouble:  # queue.Empty of multiprocessing
            if type(trouble).__name__ != "Empty":
                raise
            if not any(client.is_alive() for client in clients) and results.empty():
                outcome.findings.append(Finding(f"the clients were killed: {[client.exitcode for client in clients]}", "", "", []))
                break
        if server.process.poll() is None:
            with contextlib.suppress(Broken, OSError):
                resident, allocated, descriptors = oracle.measured(server, watch)
                count = sum(counter.value for counter in counters)
                outcome.resident.append((count, resident))
                outcome.allocated.append((count, allocated))
                outcome.descriptors.append(descriptors)
    for client in clients:
        client.join(10)
    outcome.sent, outcome.seconds = sum(counter.value for counter in counters), time.monotonic() - began
    if server.process.poll() is not None:
        outcome.findings += [Finding(f"the server ended with {server.process.poll()}; one of the last requests", "", who, data) for who, data in suspects]
    outcome.never = {route.name for route in known.routes} - outcome.reached
    return outcome


def grown(outcome, samples):
    """Kilobytes by which the median of the last quarter of the samples lies above that of the second quarter."""
    total = outcome.sent or 1
    second = [memory for count, memory in samples if 0.25 <= count / total < 0.5]
    fourth = [memory for count, memory in samples if count / total >= 0.75]
    return statistics.median(fourth) - statistics.median(second) if second and fourth else 0
