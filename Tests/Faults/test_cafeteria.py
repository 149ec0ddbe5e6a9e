"""Power cuts while people order, pay by phone, cancel and collect points: no order that was acknowledged is lost, nobody pays twice, and in the
end the books agree with what really moved."""
import contextlib
import itertools
import json
import random
import re
import sqlite3
import threading
import time
import urllib.request

import pytest

from harness import postgres
from harness.client import Client
from harness.clock import LIBRARY, Clock
from harness.nodes import Nodes
from harness.people import Person
from harness.rounds import ROUNDS, seed
from harness.server import Server, run
from harness.stand_ins import StandIns

PASSWORD = "copper-kettle-31"
OWNER = ("owner@stoa.example", "olive-terrace-7")
CUSTOMERS = 5
FINAL = {"confirmed", "failed", "expired", "refunded", "refund-failed"}
NUMBERS = itertools.count(10_000)
# What a phone does, by the last digits of its number: most pay.
PHONES = ["001"] * 6 + ["002", "003", "004", "006", "007", "009", "010", "011"]

pytestmark = pytest.mark.skipif(LIBRARY is None, reason="the package faketime is not installed")


class Site:
    """Where people go, the folder of a node, and how the database is asked from outside."""

    def __init__(self, url, folder, rows):
        self.url, self.folder, self.rows = url, folder, rows

    @classmethod
    def on_sqlite(cls, url, folder):
        def rows(statement):
            with contextlib.closing(sqlite3.connect(folder / "stoa.db", timeout=20)) as database, database:
                return database.execute(statement).fetchall()

        return cls(url, folder, rows)

    @classmethod
    def on_postgres(cls, url, folder, address):
        return cls(url, folder, lambda statement: [line.split("|") for line in postgres.ask(address, statement).splitlines()])

    def open(self):
        """Makes it ready for a rush: the menu is there, so are customers with points, and the kitchen has room."""
        waited_for(lambda: int(self.rows("SELECT count(*) FROM cafeteria_item")[0][0]) < 10, 120, "the menu")
        for number in range(CUSTOMERS):
            added = run("user", "add", "--email", f"customer{number}@tests.example", "--name", f"Customer {number}", data=self.folder, stdin=PASSWORD + "\n")
            assert added.returncode == 0, added.stderr
        self.rows("UPDATE cafeteria_station SET capacity = 1000000")
        self.rows(
            "INSERT INTO payment_transfer (book, unit, debit, credit, amount, cause_kind, cause_id, reason, posted_at, changed_at)"
            " SELECT 'cafeteria.points', 'points', 'person:' || id, 'issued', 2000, 'test.gift', id, 'points.adjusted', 0, 0 FROM account_person"
            " WHERE email LIKE 'customer%'")
        return self


class CafeteriaPerson(Person):
    def __init__(self, site, account, number, over):
        super().__init__(site.url, account, seed("STOA_CAFETERIA_SEED") * 1000 + number, over)


class Customer(CafeteriaPerson):
    def __init__(self, site, account, number, over, items):
        super().__init__(site, account, number, over)
        self.items, self.acknowledged = items, []

    def act(self):
        assert self.send("/cafeteria/cart", {"item": self.chance.choice(self.items), "quantity": self.chance.choice([1, 2, 20])}).status in (303, 409)
        checkout = self.send("/cafeteria/checkout")
        # Nothing in the cart can be had any more.
        if checkout.status == 303:
            return
        # Points, once there are enough.
        digests = dict(re.findall(r'data-sums="(\d+)" data-digest="([^"]+)"', checkout.text))
        points = self.chance.choice(sorted(digests)[:2]) if digests else "0"
        digest = digests.get(points) or re.search(r'name="digest" value="([^"]+)"', checkout.text)[1]
        wish = {"pickup": "now", "provider": "mpesa", "phone": self.phone(), "points": points, "digest": digest}
        placed = self.send("/cafeteria/orders", wish)
        if placed.status != 303:
            assert placed.problem in (
                "cafeteria.points-missing", "cafeteria.order-changed", "cafeteria.cart-empty", "payments.above-limit"), placed.text[:500]
            if placed.problem != "cafeteria.points-missing":
                self.send("/cafeteria/cart/clear", {})
            return
        order = placed.headers["Location"]
        self.acknowledged.append(int(order.rpartition("/")[2]))
        for _ in range(self.chance.randrange(3)):
            time.sleep(self.chance.uniform(0.2, 0.8))
            what = self.chance.random()
            if what < 0.5:
                # Another try; refused while the first is under way, or once it is paid.
                self.send(f"{order}/pay", {"provider": "mpesa", "phone": self.phone()})
            elif what < 0.7:
                self.send(f"{order}/cancel", {"confirmed": "true"})

    def phone(self):
        """One that nobody else pays with, so that a line of the statement fits one payment."""
        return f"07{next(NUMBERS)}{self.chance.choice(PHONES)}"


class Cook(CafeteriaPerson):
    """Moves whatever is paid through the kitchen."""

    def __init__(self, site, account, number, over):
        super().__init__(site, account, number, over)
        self.site = site

    def act(self):
        queue = self.send("/cafeteria/kitchen")
        for order, status in re.findall(r'class="ticket" data-order="(\d+)" data-status="(confirmed|preparing|ready)"', queue.text)[:20]:
            step = {"confirmed": "preparing", "preparing": "ready", "ready": "completed"}[status]
            assert self.send(f"/cafeteria/kitchen/{order}", {"status": step}).status in (303, 409)
        time.sleep(0.3)


# Seconds after which M-Pesa has nothing more to do: a phone that pays late does so twice the time after which it gave no answer. Money that comes
# after the statement was compared is in no statement.
LATEST = 6


@contextlib.contextmanager
def rush(site):
    """Customers and a cook at work. What was acknowledged is in `customers` afterwards."""
    items = [int(row[0]) for row in site.rows(
        "SELECT id FROM cafeteria_item i WHERE is_available = 1 AND served_from IS NULL AND portions IS NULL"
        " AND NOT EXISTS (SELECT 1 FROM cafeteria_choice_group g WHERE g.item_id = i.id)")]
    assert items
    over = threading.Event()
    customers = [Customer(site, (f"customer{number}@tests.example", PASSWORD), number, over, items) for number in range(CUSTOMERS)]
    people = [*customers, Cook(site, OWNER, CUSTOMERS, over)]
    for person in people:
        person.start()
    try:
        yield customers
    finally:
        over.set()
    for person in people:
        person.join(90)
    time.sleep(LATEST)
    troubles = [trouble for person in people for trouble in person.troubles]
    assert not troubles, troubles[:5]


def waited_for(look, within, what):
    end = time.monotonic() + within
    while left := look():
        assert time.monotonic() < end, (what, left)
        time.sleep(0.3)


def compare_statement(url, stand_ins):
    """Staff take over what only the statement of M-Pesa tells: the money of an answer and a callback that both met a dead server."""
    owner = Client(url).sign_in(*OWNER)
    with urllib.request.urlopen(f"{stand_ins.url}/daraja/statement.csv", timeout=30) as answer:
        statement = answer.read()
    page = owner.upload("/admin/payments/statement", "statement.csv", statement, content_type="text/csv")
    assert page.status == 200, page.text[:500]
    proposals = re.findall(r'name="take" value="([^"]+)"', page.text)
    for start in range(0, len(proposals), 200):
        assert owner.post_form("/admin/payments/statement/take", {"take": proposals[start:start + 200]}).status == 303
    return len(proposals)


def ask_again(url, refunds):
    """Staff ask once more for refunds of which no word came. Safaricom says so where the money has gone back."""
    owner = Client(url).sign_in(*OWNER)
    for (payment,) in refunds:
        assert owner.post_form(f"/admin/payments/{payment}/refund/again", {}).status == 303


def open_payments(site):
    return site.rows("SELECT id FROM payment_payment WHERE kind = 'cafeteria.order' AND status IN ('created', 'prompted')")


def open_refunds(site):
    return site.rows("SELECT id FROM payment_payment WHERE kind = 'cafeteria.order' AND status = 'refund-requested'")


def open_orders(site):
    return site.rows("SELECT count(*) FROM cafeteria_order WHERE status = 'pending-payment' HAVING count(*) > 0")


def judge(site, stand_ins, customers):
    """Compares the site with what was acknowledged and with the money that moved."""
    acknowledged = [order for customer in customers for order in customer.acknowledged]
    assert len(acknowledged) >= 5, "hardly anything was ordered"
    assert len(set(acknowledged)) == len(acknowledged)
    stored = {int(row[0]) for row in site.rows("SELECT id FROM cafeteria_order WHERE person_id IS NOT NULL")}
    lost = set(acknowledged) - stored
    assert not lost, f"{len(lost)} of {len(acknowledged)} acknowledged orders are lost"
    # A key makes one order, however often it was sent: only a customer's last one may be unheard of.
    assert len(stored - set(acknowledged)) <= CUSTOMERS, stored - set(acknowledged)
    twice = site.rows("SELECT subject_id FROM payment_payment WHERE kind = 'cafeteria.order' AND status = 'confirmed' GROUP BY subject_id HAVING count(*) > 1")
    assert not twice, f"paid twice: {twice}"
    unpaid = site.rows(
        "SELECT id FROM cafeteria_order o WHERE o.confirmed_at IS NOT NULL AND o.status <> 'cancelled' AND o.subtotal > o.discount AND o.person_id IS NOT NULL"
            " AND NOT EXISTS ("
        "SELECT 1 FROM payment_payment p WHERE p.kind = 'cafeteria.order' AND p.subject_id = o.id AND p.status = 'confirmed')")
    assert not unpaid, f"cooked without money: {unpaid}"
    kept_for_nothing = site.rows(
        "SELECT p.id FROM payment_payment p JOIN cafeteria_order o ON o.id = p.subject_id WHERE p.kind = 'cafeteria.order' AND p.status = 'confirmed' AND o.status = 'cancelled'")
    assert not kept_for_nothing, f"paid for nothing: {kept_for_nothing}"
    states = {row[0] for row in site.rows("SELECT DISTINCT status FROM payment_payment WHERE kind = 'cafeteria.order'")}
    assert states <= FINAL and "confirmed" in states, states
    check = run("ledger", "check", data=site.folder)
    assert check.returncode == 0, check.stdout + check.stderr
    with urllib.request.urlopen(f"{stand_ins.url}/daraja/ledger", timeout=30) as answer:
        moved = json.load(answer)
    held = int(site.rows(
        "SELECT COALESCE(SUM(CASE WHEN debit = 'held:mpesa' THEN amount ELSE -amount END), 0) FROM payment_transfer"
        " WHERE book = 'money' AND 'held:mpesa' IN (debit, credit)")[0][0])
    known = {row[0] for row in site.rows("SELECT receipt FROM payment_payment UNION SELECT refund_receipt FROM payment_payment")}
    strange = [entry for entry in moved["entries"] if entry.get("receipt") not in known]
    assert held == moved["balance"] * 100, f"the books hold {held}, M-Pesa {moved['balance'] * 100}; without a payment: {strange}"
    return f"{len(acknowledged)} orders, {len(moved['entries'])} movements of money"


@pytest.fixture
def stand_ins(tmp_path):
    with StandIns(tmp_path) as running:
        running.order("daraja", action="timing", values={"outcome": "300", "noAnswer": "2000", "result": "300"})
        yield running


def concluded(site, stand_ins, customers, words, tmp_path, port=0):
    """Five minutes later nothing waits for anybody any more, and everything agrees."""
    clock = Clock(tmp_path)
    clock.set(400)
    with clock.server(site.folder, *words, port=port, owner=False) as later:
        waited_for(lambda: open_payments(site) + open_orders(site), 180, "payments that never end")
        taken = compare_statement(later.url, stand_ins)
        time.sleep(3)
        silent = open_refunds(site)
        # A proxy sends two of three results to a node that is dead; then staff ask once more.
        for _ in range(30):
            if not open_refunds(site):
                break
            ask_again(later.url, open_refunds(site))
            end = time.monotonic() + 5
            while open_refunds(site) and time.monotonic() < end:
                time.sleep(0.3)
        assert not open_refunds(site), site.rows(
            "SELECT id, reference, receipt, refund_asked_at, refund_reference, refund_failure FROM payment_payment WHERE kind = 'cafeteria.order' AND status = 'refund-requested'")
        print(f"{judge(site, stand_ins, customers)}, {taken} lines taken over from the statement, {len(silent)} refunds asked for again")


@pytest.mark.covers("CAF-024", "CAF-027", "CAF-028", "CAF-029", "CORE-028", "CORE-029", "CORE-040")
def test_power_cuts_while_people_order_and_pay_lose_no_order_and_no_money(tmp_path, stand_ins):
    folder, words = tmp_path / "site", ["--apps", "cafeteria", *stand_ins.options, "--demo"]
    chance = random.Random(seed("STOA_CAFETERIA_SEED"))
    with Server(folder, *words) as server:
        site, port = Site.on_sqlite(server.url, folder).open(), server.port
        with rush(site) as customers:
            for _ in range(ROUNDS):
                time.sleep(chance.uniform(0.3, 2.5))
                server.kill()
                server.start(port)
            time.sleep(2)
    concluded(site, stand_ins, customers, words, tmp_path)


@pytest.mark.covers("CAF-024", "CAF-027", "CORE-040", "CORE-047")
def test_nodes_that_die_while_people_order_and_pay_lose_no_order_and_no_money(tmp_path, stand_ins):
    chance = random.Random(seed("STOA_CAFETERIA_SEED"))
    with postgres.database() as address, Nodes(tmp_path / "site", address, options=stand_ins.options) as nodes:
        site = Site.on_postgres(nodes.url, nodes.servers[0].folder, address).open()
        with rush(site) as customers:
            for _ in range(max(5, ROUNDS // 3)):
                time.sleep(chance.uniform(1, 3))
                number = chance.randrange(len(nodes.servers))
                nodes.servers[number].kill()
                time.sleep(chance.uniform(0, 0.5))
                nodes.servers[number].start(nodes.ports[number])
            time.sleep(2)
        # Work that a node was doing when it died is taken over once its lease has run out; nobody waits for that here.
        site.rows("UPDATE job_task SET lease_until = 0 WHERE state = 'running'")
        for server in nodes.servers:
            server.stop()
        # In the place of a node, so that the results of refunds come to it.
        concluded(site, stand_ins, customers, ["--behind-proxy"], tmp_path, nodes.ports[0])


@pytest.mark.covers("CAF-024", "CAF-027", "CORE-040")
def test_a_database_that_loses_its_power_while_people_order_and_pay_loses_no_order_and_no_money(tmp_path, stand_ins):
    folder, words = tmp_path / "site", ["--apps", "cafeteria", *stand_ins.options, "--demo"]
    with postgres.Cluster(max_connections=60) as cluster, postgres.database(cluster) as address:
        folder.mkdir()
        (folder / "site.json").write_text(json.dumps({"database": address}))
        with Server(folder, *words) as server:
            site = Site.on_postgres(server.url, folder, address).open()
            with rush(site) as customers:
                time.sleep(6)
                cluster.kill()
                time.sleep(1.5)
                cluster.start()
                time.sleep(8)
        concluded(site, stand_ins, customers, words, tmp_path)
