"""PostgreSQL that goes away, fills up, locks or takes no writes: people are told to wait, nothing that was acknowledged is lost, and all recovers by itself."""
import collections
import contextlib
import http.client
import itertools
import json
import random
import subprocess
import threading
import time

import pytest

from harness import postgres
from harness.client import Client
from harness.server import Server

THINGS = (
    "dog garden bicycle sofa letter lamp boat kitchen roof window piano cake lesson computer hospital journey fence tree cat shelf carpet chair station walk concert language "
    "telephone jacket bread tomato market museum ladder hammer birthday radio camera doctor school river").split()
POSTS = "/api/v1/volunteers/posts"


@pytest.fixture(scope="module")
def cluster():
    with postgres.Cluster(max_connections=40) as running:
        yield running


@pytest.fixture
def site(cluster, tmp_path):
    """A site on a database of `cluster`, and its address."""
    with postgres.database(cluster) as url:
        folder = tmp_path / "site"
        folder.mkdir()
        (folder / "site.json").write_text(json.dumps({"database": url}))
        with Server(folder, owner=True, environment={"STOA_LOG": "warning"}) as server:
            yield server, url


class Crowd:
    """People who read and write without pause. `answers` counts what they were told; `kept` are the addresses of what was acknowledged."""

    def __init__(self, server):
        self.server, self.answers, self.kept, self.odd = server, collections.Counter(), [], []
        self.owner = Client(server.url).sign_in(server.OWNER_EMAIL, server.OWNER_PASSWORD)
        self.owner.post_form("/terms/volunteers", {"version": "1", "accepted": "true"})
        self.category = self.owner.get("/api/v1/volunteers/categories").json()[0]["id"]
        self.numbers, self.is_over = itertools.count(1), threading.Event()

    def __enter__(self):
        work = [self.write, self.write, lambda: self.read("/library"), lambda: self.read("/api/v1/library/items"), lambda: self.read("/health/ready", signed_in=False)]
        self.threads = [threading.Thread(target=each, daemon=True) for each in work]
        for each in self.threads:
            each.start()
        return self

    def __exit__(self, *_):
        self.is_over.set()
        for each in self.threads:
            each.join(30)

    def client(self, signed_in=True):
        client = Client(self.server.url)
        client.bearer = self.owner.bearer if signed_in else None
        return client

    def post(self):
        # Every one about something else, for requests that are much alike wait for a moderator.
        words = random.Random(next(self.numbers)).sample(THINGS, 9)
        body = {"title": f"Help with a {words[0]} and a {words[1]}", "description": f"It is about a {', a '.join(words[2:])}.", "category": self.category}
        return self.client().post_json(POSTS, body)

    def write(self):
        while not self.is_over.is_set():
            answer = self.take("write", self.post)
            if answer.status == 201:
                self.kept.append(answer.headers["Location"])
            time.sleep(0.02)

    def read(self, path, signed_in=True):
        client = self.client(signed_in)
        while not self.is_over.is_set():
            self.take(path, lambda: client.get(path))
            time.sleep(0.02)

    def take(self, what, ask):
        answer = ask()
        self.answers[what, answer.status] += 1
        if answer.status not in (200, 201, 503) or answer.status == 503 and not answer.headers["Retry-After"]:
            self.odd.append((what, answer.status, answer.headers["Retry-After"], answer.body[:300]))
        return answer

    def during(self, seconds):
        """What was answered in so many seconds from now."""
        self.answers.clear()
        time.sleep(seconds)
        return dict(self.answers)

    def recovers(self, within=10):
        end = time.monotonic() + within
        while self.client(signed_in=False).get("/health/ready").status != 200 or self.post().status != 201:
            assert time.monotonic() < end, self.server.log[-2000:]
            time.sleep(0.1)

    def judge(self):
        assert not self.odd, (self.odd[:5], [line for line in self.server.log.splitlines() if "request.failed" in line][:5])
        assert self.kept
        lost = [path for path in self.kept if self.client().get(path).status != 200]
        assert not lost, f"{len(lost)} of {len(self.kept)} are lost"
        assert '"request.failed"' not in self.server.log, self.server.log[-3000:]


@pytest.mark.covers("CORE-040")
def test_a_database_server_that_ends_under_load_is_waited_for(site, cluster):
    server, _ = site
    with Crowd(server) as crowd:
        for end in (cluster.kill, lambda: cluster.stop("immediate"), lambda: cluster.stop("fast")):
            crowd.during(0.5)
            end()
            crowd.during(0.3)
            down = crowd.during(1)
            cluster.start()
            assert down.get(("/health/ready", 503)) and down.get(("write", 503)) and not down.get(("/health/ready", 200)) and not down.get(("write", 201)), down
            crowd.recovers()
    crowd.judge()


@pytest.mark.covers("CORE-040")
def test_live_screens_miss_nothing_while_the_database_server_is_away(site, cluster):
    server, _ = site
    crowd = Crowd(server)
    screen = Screen(server, crowd.owner.bearer)
    try:
        made = [crowd.post() for _ in range(2)]
        screen.wait_for(2)
        cluster.kill()
        assert crowd.post().status == 503
        cluster.start()
        end = time.monotonic() + 10
        while len(made) < 5:
            assert time.monotonic() < end
            answer = crowd.post()
            made += [answer] if answer.status == 201 else []
        screen.wait_for(5)
        assert len(screen.seen) == 5 and screen.seen == sorted(set(screen.seen)), screen.seen
    finally:
        screen.is_closed = True


class Screen:
    """A page that follows new posts, and comes back as browsers do when its stream ends: with the id that it saw last."""

    def __init__(self, server, bearer):
        self.server, self.bearer, self.seen, self.is_closed = server, bearer, [], False
        threading.Thread(target=self.follow, daemon=True).start()

    def follow(self):
        last = "0"
        while not self.is_closed:
            connection = http.client.HTTPConnection(f"localhost:{self.server.port}", timeout=20)
            with contextlib.suppress(OSError, http.client.HTTPException):
                connection.request("GET", "/events?topic=volunteers.posts", headers={"Authorization": f"Bearer {self.bearer}", "Last-Event-ID": last})
                stream = connection.getresponse()
                while line := stream.readline():
                    if line.startswith(b"id:"):
                        last = line.split()[1].decode()
                        self.seen.append(int(last))
            connection.close()
            time.sleep(0.1)

    def wait_for(self, count, within=15):
        end = time.monotonic() + within
        while len(self.seen) < count:
            assert time.monotonic() < end, (self.seen, self.server.log[-2000:])
            time.sleep(0.05)


@pytest.mark.covers("CORE-040")
def test_connections_that_are_ended_one_by_one_are_noticed_by_nobody(site, cluster):
    server, url = site
    name = url.rpartition("dbname=")[2]
    with Crowd(server) as crowd:
        for _ in range(10):
            postgres.ask(cluster.url, f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'")
            time.sleep(0.1)
        crowd.recovers()
    crowd.judge()


def test_a_server_without_free_connections_makes_people_wait(site, cluster):
    server, url = site
    name = url.rpartition("dbname=")[2]
    crowd = Crowd(server)
    hogs = [subprocess.Popen(["psql", "-XAtq", "-d", cluster.url], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) for _ in range(45)]
    try:
        # Those for whom there was no room have ended; the others hold what there is.
        end = time.monotonic() + 20
        while sum(each.poll() is None for each in hogs) > 40:
            assert time.monotonic() < end
            time.sleep(0.1)
        answers = [crowd.post() for _ in range(5)]
        with contextlib.suppress(AssertionError):
            postgres.ask(cluster.url, f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'")
        answers += [crowd.post() for _ in range(5)]
        assert {answer.status for answer in answers} <= {201, 503}, [answer.body[:200] for answer in answers]
    finally:
        for each in hogs:
            each.kill()
            each.wait()
    crowd.recovers()
    assert '"request.failed"' not in server.log, server.log[-3000:]


@pytest.mark.covers("CORE-040")
def test_a_lock_that_somebody_holds_makes_people_wait_and_not_for_ever(site):
    server, url = site
    crowd = Crowd(server)
    holder = subprocess.Popen(["psql", "-XAtq", "-d", url], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
    try:
        holder.stdin.write("BEGIN; LOCK TABLE volunteers_post IN ACCESS EXCLUSIVE MODE;\n")
        holder.stdin.flush()
        while postgres.ask(url, "SELECT count(*) FROM pg_locks WHERE mode = 'AccessExclusiveLock' AND granted AND relation = 'volunteers_post'::regclass") == "0":
            time.sleep(0.05)
        answer = crowd.post()
        assert (answer.status, answer.problem) == (503, "database.busy") and answer.headers["Retry-After"]
        assert crowd.client().get("/health/ready").status == 200
    finally:
        holder.kill()
        holder.wait()
    crowd.recovers()


@pytest.mark.covers("CORE-040")
def test_a_database_that_takes_no_writes_can_be_read(site, cluster):
    server, url = site
    name = url.rpartition("dbname=")[2]
    crowd = Crowd(server)
    kept = crowd.post().headers["Location"]
    for setting in ("on", "off"):
        postgres.ask(cluster.url, f"ALTER DATABASE {name} SET default_transaction_read_only = {setting}")
        postgres.ask(cluster.url, f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'")
        if setting == "on":
            end = time.monotonic() + 10
            while (answer := crowd.post()).status == 201 and time.monotonic() < end:
                time.sleep(0.1)
            assert (answer.status, answer.problem) == (503, "database.read-only"), answer.body[:300]
            assert crowd.client().get(kept).status == 200
    crowd.recovers()
    assert '"request.failed"' not in server.log, server.log[-3000:]
