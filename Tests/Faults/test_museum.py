"""Power cuts while people buy memberships by card: nobody pays without becoming a member, nobody is a member unpaid, and in the end the books agree
with what Clover's stand-in holds."""
import contextlib
import json
import random
import sqlite3
import threading
import time
import urllib.error
import urllib.parse
import urllib.request

import pytest

from harness import postgres
from harness.client import Client
from harness.clock import LIBRARY, Clock
from harness.people import Person
from harness.rounds import ROUNDS, seed
from harness.server import Server, run
from harness.stand_ins import StandIns

PASSWORD = "copper-kettle-31"
OWNER = ("owner@stoa.example", "olive-terrace-7")
BUYERS = 4
FINAL = {"confirmed", "failed", "expired", "refunded", "refund-failed"}
GOOD, BAD = "4242 4242 4242 4242", "4005 5717 0222 2222"

pytestmark = pytest.mark.skipif(LIBRARY is None, reason="the package faketime is not installed")


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


class Buyer(Person):
    """Somebody who chooses a membership, and pays on Clover's page or doesn't."""

    # A machine that is busy may start the server anew many times before a request is answered.
    patience = 600

    def __init__(self, url, number, tier, over):
        super().__init__(url, (f"buyer{number}@tests.example", PASSWORD), seed("STOA_MUSEUM_SEED") * 1000 + number, over)
        self.tier, self.paid = tier, 0
        self.clover = urllib.request.build_opener(NoRedirect)

    def act(self):
        bought = self.send(f"/museum/membership/{self.tier}", {"provider": "clover", "terms": "true", "version": "1"})
        assert bought.status in (303, 409), bought.text[:300]
        page = bought.headers["Location"] or ""
        if "/clover/checkout/" not in page:
            time.sleep(0.2)
            return
        what = self.chance.random()
        if what < 0.15:
            return
        if what < 0.4:
            self.answer(page, "pay", BAD)
        if what < 0.5:
            self.back(self.answer(page, "cancel", GOOD))
            return
        time.sleep(self.chance.uniform(0, 0.3))
        self.back(self.answer(page, "pay", GOOD))
        self.paid += 1

    def answer(self, page, choice, number):
        """What Clover's page is answered; returns where it sends the browser."""
        body = urllib.parse.urlencode({"choice": choice, "number": number}).encode()
        try:
            with self.clover.open(urllib.request.Request(page, body), timeout=30) as answer:
                return answer.headers["Location"]
        except urllib.error.HTTPError as answer:
            assert answer.code == 303, answer.code
            return answer.headers["Location"]

    def back(self, address):
        """Back on the site, or not: browsers are closed."""
        if address and self.chance.random() < 0.7:
            answer = self.send(urllib.parse.urlsplit(address).path)
            if answer.status == 303:
                self.send(answer.headers["Location"])


class OnSQLite:
    """A site whose database is a file of its own: whatever cuts the power of the server cuts the database's too."""

    def __init__(self, folder):
        self.folder = folder

    def rows(self, statement):
        with contextlib.closing(sqlite3.connect(self.folder / "stoa.db", timeout=20)) as database, database:
            return database.execute(statement).fetchall()

    def cut(self, server, chance):
        server.kill()


class OnPostgres:
    """A site on a PostgreSQL server of the test's own, which loses its power with every fourth cut."""

    def __init__(self, folder, cluster, address):
        self.folder, self.cluster, self.address = folder, cluster, address
        folder.mkdir()
        (folder / "site.json").write_text(json.dumps({"database": address}))

    def rows(self, statement):
        return [tuple(line.split("|")) for line in postgres.ask(self.address, statement).splitlines()]

    def cut(self, server, chance):
        if chance.random() < 0.25:
            self.cluster.kill()
            time.sleep(chance.uniform(0, 0.2))
            server.kill()
            self.cluster.start()
        else:
            server.kill()


@pytest.fixture(params=["sqlite", "postgres"])
def site(request, tmp_path):
    folder = tmp_path / "site"
    if request.param == "sqlite":
        yield OnSQLite(folder)
        return
    with postgres.Cluster(max_connections=60) as cluster, postgres.database(cluster) as address:
        yield OnPostgres(folder, cluster, address)


def waited_for(look, within, what):
    """Waits as long as what is left changes, however much that is: late money is first taken and then sent back. So many seconds without any
    change are too many."""
    end, before = time.monotonic() + within, None
    while left := look():
        if set(left) != before:
            end, before = time.monotonic() + within, set(left)
        assert time.monotonic() < end, (what, left)
        time.sleep(0.3)


def open_payments(site):
    # At the desk people have a week.
    return site.rows("SELECT id, status FROM payment_payment WHERE provider = 'clover' AND status IN ('created', 'prompted', 'refund-requested')")


def pending(site):
    return site.rows(
        "SELECT id FROM museum_membership WHERE status = 'pending' AND id NOT IN (SELECT subject_id FROM payment_payment"
        " WHERE kind = 'museum.membership' AND provider = 'cash')")


def ledger(stand_ins):
    with urllib.request.urlopen(f"{stand_ins.url}/clover/ledger", timeout=30) as answer:
        return json.load(answer)


def receipts(site):
    return {row[0] for row in site.rows("SELECT receipt FROM payment_payment WHERE receipt IS NOT NULL")}


def unknown(site, stand_ins):
    """Money that Clover took, and nobody here knows of."""
    taken, known = [payment["id"] for payment in ledger(stand_ins)["payments"] if payment["isApproved"]], receipts(site)
    return [payment for payment in taken if payment not in known]


def judge(site, stand_ins):
    unpaid = site.rows(
        "SELECT id FROM museum_membership m WHERE m.status = 'active' AND m.price > 0 AND NOT EXISTS (SELECT 1 FROM payment_payment p"
        " WHERE p.kind = 'museum.membership' AND p.subject_id = m.id AND p.status = 'confirmed')")
    assert not unpaid, f"members who haven't paid: {unpaid}"
    for_nothing = site.rows(
        "SELECT p.id FROM payment_payment p JOIN museum_membership m ON m.id = p.subject_id WHERE p.status = 'confirmed' AND m.status <> 'active'")
    assert not for_nothing, f"paid for nothing: {for_nothing}"
    twice = site.rows("SELECT subject_id FROM payment_payment WHERE status = 'confirmed' GROUP BY subject_id HAVING count(*) > 1")
    assert not twice, f"paid twice: {twice}"
    states = {row[0] for row in site.rows("SELECT DISTINCT status FROM payment_payment WHERE provider = 'clover'")}
    assert states <= FINAL and "confirmed" in states, states
    moved = ledger(stand_ins)
    lost, known = unknown(site, stand_ins), receipts(site)
    assert not lost, f"money that nobody here knows of: {lost}"
    check = run("ledger", "check", data=site.folder)
    assert check.returncode == 0, check.stdout + check.stderr
    held = int(site.rows(
        "SELECT COALESCE(SUM(CASE WHEN debit = 'held:clover' THEN amount ELSE -amount END), 0) FROM payment_transfer"
        " WHERE book = 'money' AND 'held:clover' IN (debit, credit)")[0][0])
    assert held == moved["balance"], f"the books hold {held}, Clover {moved['balance']}"
    return f"{len(known)} payments, {len(moved['refunds'])} refunds, {len(site.rows('SELECT id FROM museum_membership'))} memberships"


@pytest.mark.covers("MUS-013", "MUS-015", "MUS-050", "MUS-051", "CORE-028", "CORE-029", "CORE-040")
def test_power_cuts_while_people_buy_memberships_lose_no_membership_and_no_money(tmp_path, site):
    folder = site.folder
    chance = random.Random(seed("STOA_MUSEUM_SEED"))
    with StandIns(tmp_path) as stand_ins:
        words = ["--apps", "museum", *stand_ins.options, "--demo"]
        with Server(folder, *words) as server:
            url, port = server.url, server.port
            for number in range(BUYERS):
                added = run("user", "add", "--email", f"buyer{number}@tests.example", "--name", f"Buyer {number}", data=site.folder, stdin=PASSWORD + "\n")
                assert added.returncode == 0, added.stderr
            owner = Client(url).sign_in(*OWNER)
            tier = {"name": "Harbour pass", "benefits": "Free entry", "price": "60", "months": "12", "level": "1", "guests": "1", "isSold": "true"}
            assert owner.post_form("/admin/museum/tiers", tier).status == 303
            tier = site.rows("SELECT max(id) FROM museum_tier")[0][0]
            over = threading.Event()
            buyers = [Buyer(url, number, tier, over) for number in range(BUYERS)]
            for buyer in buyers:
                buyer.start()
            for _ in range(ROUNDS):
                time.sleep(chance.uniform(0.2, 2))
                site.cut(server, chance)
                server.start(port)
            time.sleep(1)
            over.set()
            for buyer in buyers:
                buyer.join(700)
            troubles = [trouble for buyer in buyers for trouble in buyer.troubles]
            assert not troubles, troubles[:5]
        assert sum(buyer.paid for buyer in buyers) >= 5, "hardly anything was bought"
        # A quarter of an hour later nothing waits for anybody any more; late money was asked about once more.
        clock = Clock(tmp_path)
        clock.set(1000)
        with clock.server(folder, *words, owner=False) as later:
            waited_for(lambda: open_payments(site) + pending(site), 120, "payments that never end")
        clock.set(1000 + 400)
        with clock.server(folder, *words, owner=False):
            waited_for(lambda: unknown(site, stand_ins), 60, "money that nobody here knows of")
            waited_for(lambda: open_payments(site) + pending(site), 60, "refunds that never end")
            print(judge(site, stand_ins))
