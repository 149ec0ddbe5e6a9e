"""Rows of the cafeteria, at 10,000 menu items, 50,000 orders and 5,000 people: the menu and its search while people order, durable orders beside
django-oscar's, one slot that everybody wants, the way from the kitchen's tap to the customer's screen, and how long M-Pesa takes."""
import contextlib
import csv
import http.client
import itertools
import pathlib
import random
import resource
import socket
import statistics
import subprocess
import tempfile
import threading
import time
import urllib.parse

import cafeteria_phones
import cafeteria_site
import load
import tools
from oscar_peer import Oscar
from places import say
from report import Goal, Row, covers

from harness.client import Client

CROWD = 100
CROWD_SECONDS = 40
WORDS = ["chicken", "pil", "coconut", "tea", "lentil stew", "mango juice", "crisp", "sam", "nothing like it"]
CONNECTIONS = 64
ORDERS = 3_000
ROUNDS = 3
SLOT = 300_000
CAPACITY = 500
RACERS = 64
SCREENS = 2_000
TABLETS = 3
TAPS = 300
REPORTS = 90
PERIODS = ["7d", "30d", "12m"]
LOCUST = pathlib.Path(__file__).with_name("cafeteria_locust.py")


@covers("CAF-013", "CAF-021", "CAF-031", "CAF-034", "CAF-050", "CAF-051", "CAF-052", "CORE-032", "CORE-033", "CORE-046", "CORE-047", "CAF-049")
def measure():
    # Each live screen is an open file, here and in the server.
    resource.setrlimit(resource.RLIMIT_NOFILE, (8_192, max(8_192, resource.getrlimit(resource.RLIMIT_NOFILE)[1])))
    cafeteria_site.filled()
    with cafeteria_site.serve() as server:
        rows = [*browsing(server), analytics(server), status(server), *orders(server), race(server)]
    return [*rows, *cafeteria_phones.paying(percentiles)]


# MARK: the menu


def browsing(server):
    """The menu and its search as one more person gets them while a hundred browse and order, and what the server says about all requests together."""
    with crowd(server) as is_there:
        time.sleep(5)
        before = answered(server)
        menu, search = look(server, ["/cafeteria"], is_there), look(server, [f"/cafeteria?{urllib.parse.urlencode({'q': word})}" for word in WORDS], is_there)
        after = answered(server)
    counts = [now - then for now, then in zip(after, before)]
    return [
        (Row("menu", "ms", None, None, None, *percentiles(menu)), Goal("p99", below=50)),
        (Row("search", "ms", None, None, None, *percentiles(search)), Goal("p99", below=50)),
        (Row("crowd", "ms", None, None, None, *(within(counts, part) for part in (0.5, 0.95, 0.99))), Goal("p99", below=50)),
    ]


@contextlib.contextmanager
def crowd(server):
    """A hundred people by Locust, or by nobody where it cannot be installed. Whatever they were refused ends the bench."""
    try:
        locust = tools.installed("locust") / "locust"
    except tools.Unavailable as reason:
        say(f"Nobody browses beside the measured requests: locust cannot be installed ({reason})")
        yield time.monotonic() + CROWD_SECONDS
        return
    with tempfile.TemporaryDirectory() as folder:
        run = subprocess.Popen(
            [locust, "-f", LOCUST, "--headless", "-u", str(CROWD), "-r", str(CROWD), "-t", f"{CROWD_SECONDS + 10}s", "--host", server.url, "--csv", f"{folder}/crowd",
             "--loglevel", "WARNING", "--only-summary"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        yield time.monotonic() + CROWD_SECONDS
        run.wait(60)
        with open(f"{folder}/crowd_failures.csv", newline="") as failures:
            refused = list(csv.reader(failures))[1:]
    if refused:
        raise SystemExit(f"the crowd was refused: {refused[:5]}")


def look(server, paths, until):
    """Seconds that each page took, one after the other on one connection, for half of what is left of the crowd's time."""
    seconds, connection = [], http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    end = time.monotonic() + max(5, (until - time.monotonic()) / 2)
    for path in itertools.cycle(paths):
        start = time.monotonic()
        connection.request("GET", path, headers={"Accept": "text/html", "Authorization": f"Bearer {cafeteria_site.token(0)}"})
        answer = connection.getresponse()
        answer.read()
        seconds.append(time.monotonic() - start)
        if answer.status != 200:
            raise SystemExit(f"{path} answered {answer.status}")
        if start > end:
            return seconds
        time.sleep(0.02)


def answered(server):
    """The server's own histogram: (bound in ms, requests that took no longer)."""
    text = Client(server.url).get("/metrics").text
    return [float(line.split()[-1]) for line in text.splitlines() if line.startswith("stoa_http_request_duration_seconds_bucket")]


# As `Metrics.bounds` has them, in milliseconds.
BOUNDS = [1, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 10_000, 10_000]


def within(counts, part):
    """The milliseconds in which this part of the requests was answered, between two bounds as if they were spread evenly."""
    wanted, lower, below = counts[-1] * part, 0, 0
    for bound, count in zip(BOUNDS, counts):
        if count >= wanted:
            return lower + (bound - lower) * (wanted - below) / max(count - below, 1)
        lower, below = bound, count
    return BOUNDS[-1]


def percentiles(seconds):
    cuts = statistics.quantiles([each * 1000 for each in seconds], n=100)
    return cuts[49], cuts[94], cuts[98]


# MARK: orders


def orders(server):
    """Orders of two lines with points, each answered once it is on disk, and the same at django-oscar by turns."""
    with contextlib.ExitStack() as running:
        try:
            peer = running.enter_context(Oscar())
        except tools.Unavailable as reason:
            say(f"No row order-peer: django-oscar cannot be installed ({reason})")
            peer = None
        mine, times, theirs, whole = [], [], [], []
        for number in range(ROUNDS + 1):
            rate, figures = place(server)
            # The first round warms up.
            if number:
                mine.append(rate)
                times.append(figures)
                if peer:
                    theirs.append(peer.round(CONNECTIONS))
                    whole.append((shop(server), peer.shop(CONNECTIONS)))
    ours, middle = statistics.median(mine), load.median_of(times)
    rows = [(Row("order", "orders/s", ours, None, None, middle["p50"], middle["p95"], middle["p99"]), Goal("stoa", least=2000))]
    if peer:
        rows.append((beside("order-peer", mine, theirs), None))
        rows.append((beside("django-oscar", *zip(*whole)), Goal("ratio", least=100)))
    return rows


def beside(name, ours, theirs):
    mine, other = statistics.median(ours), statistics.median(theirs)
    return Row(name, "orders/s", mine, other, mine / other)


def shop(server):
    """The whole of an order, by so many people: two things put into the cart, the checkout, the confirmation. Answers the orders per second."""
    cafeteria_site.settled()
    carts = []
    bodies = fill_carts(range(ORDERS), capacity=1_000_000, points=0, carts=carts)
    with cafeteria_site.database() as site:
        site.execute("DELETE FROM cafeteria_cart_line")
    first, second = ([(f"item={cart[at][0]}&quantity={cart[at][1]}", access) for cart, (_, access) in zip(carts, bodies)] for at in (0, 1))
    shown = [("", access) for _, access in bodies]
    seconds = sum(load.phase(server.url, path, posts, CONNECTIONS, BENCH_METHOD=method) for method, path, posts in (
        ("POST", "/cafeteria/cart", first), ("POST", "/cafeteria/cart", second), ("GET", "/cafeteria/checkout", shown),
        ("POST", "/cafeteria/orders", bodies)))
    with cafeteria_site.database() as site:
        (left,) = site.execute("SELECT count(*) FROM cafeteria_cart_line").fetchone()
    if left:
        raise SystemExit(f"{left} lines are still in carts")
    return len(bodies) / seconds


def place(server):
    """So many people confirm a cart of their own, 64 at once. Answers the orders per second, by the times that the orders themselves carry, and latencies."""
    cafeteria_site.settled()
    bodies = fill_carts(range(ORDERS), capacity=1_000_000, points=100)
    before = newest()
    figures = load.once(server.url, "/cafeteria/orders", bodies, CONNECTIONS, until=lambda: newest() - before >= len(bodies))
    with cafeteria_site.database() as site:
        count, first, last = site.execute("SELECT count(*), min(created_at), max(created_at) FROM cafeteria_order WHERE id > ?", (before,)).fetchone()
    if count != len(bodies):
        raise SystemExit(f"{count} of {len(bodies)} orders were placed")
    return (count - 1) / ((last - first) / 1000), figures


def fill_carts(numbers, capacity, points, choose=lambda chance, menu: chance.sample(menu, 2), carts=None, **fields):
    """A cart for each person, in a kitchen that can do so much in each slot and has something to do for hours. Answers the bodies that confirm them,
    and adds what is in each, as (item, quantity), to `carts`."""
    chance, now = random.Random(), int(time.time() * 1000)
    with cafeteria_site.database() as site:
        menu = site.execute(
            "SELECT id, price, work FROM cafeteria_item i WHERE is_available = 1 AND NOT EXISTS (SELECT 1 FROM cafeteria_choice_group g WHERE g.item_id = i.id)").fetchall()
        people = [row[0] for row in site.execute("SELECT id FROM account_person WHERE email LIKE 'guest%' ORDER BY id")]
        site.execute("UPDATE cafeteria_station SET capacity = ?", (capacity,))
        site.execute("DELETE FROM cafeteria_slot")
        site.executemany(
            "INSERT INTO cafeteria_slot (slot, station_id, used, changed_at) VALUES (?,?,1,?)",
            ((slot, station, now) for slot in range(now // SLOT + 1, now // SLOT + 100) for station in (1, 2)))
        site.execute("DELETE FROM cafeteria_cart_line")
        bodies = []
        for number in numbers:
            lines = [(*item, quantity) for quantity, item in enumerate(choose(chance, menu), 1)]
            site.executemany(
                "INSERT INTO cafeteria_cart_line (person_id, item_id, choices, quantity, changed_at) VALUES (?,?,'',?,?)",
                ((people[number], item, quantity, now) for item, _, _, quantity in lines))
            if carts is not None:
                carts.append([(item, quantity) for item, _, _, quantity in lines])
            digest = summary([(item, quantity, price) for item, price, _, quantity in lines], points)
            form = {"pickup": "now", "provider": "cash", "points": points, "digest": digest} | fields
            bodies.append((urllib.parse.urlencode(form), f"Authorization: Bearer {cafeteria_site.token(number)}"))
    return bodies


def summary(lines, points):
    """What the confirmation page says of a cart, so that nobody has to open it first: FNV-1a in letters and digits, as `Cart.digest` writes it."""
    value = 0xCBF2_9CE4_8422_2325
    for byte in (";".join(f"{item}x{quantity}@{price}:" for item, quantity, price in lines) + f"|{points}").encode():
        value = (value ^ byte) * 0x100_0000_01B3 & 0xFFFF_FFFF_FFFF_FFFF
    digits = ""
    while value:
        value, digit = divmod(value, 36)
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"[digit] + digits
    return digits


def newest():
    with cafeteria_site.database() as site:
        return site.execute("SELECT max(id) FROM cafeteria_order").fetchone()[0]


def race(server):
    """A thousand people, 64 at once, want what one slot can do for five hundred."""
    cafeteria_site.settled()
    # All of it within one slot.
    while time.time() * 1000 % SLOT > SLOT - 60_000:
        time.sleep(1)
    slot = int(time.time() * 1000 // SLOT)
    with cafeteria_site.database() as site:
        (item,) = site.execute("SELECT min(id) FROM cafeteria_item WHERE station_id = 1 AND work = 1").fetchone()
        site.execute("UPDATE cafeteria_item SET preparation = 0 WHERE id = ?", (item,))
    bodies = fill_carts(
        range(2 * CAPACITY), CAPACITY, 0, lambda _, menu: [each for each in menu if each[0] == item], pickup="moment", moment=(slot + 1) * SLOT)
    answers, lock = [], threading.Lock()

    def racer(own):
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
        for body, access in own:
            connection.request(
                "POST", "/cafeteria/orders", body, {"Content-Type": "application/x-www-form-urlencoded", "Authorization": access.partition(": ")[2]})
            answer = connection.getresponse()
            answer.read()
            with lock:
                answers.append(answer.status)

    racers = [threading.Thread(target=racer, args=(bodies[number::RACERS],)) for number in range(RACERS)]
    for each in racers:
        each.start()
    for each in racers:
        each.join()
    with cafeteria_site.database() as site:
        (used,) = site.execute("SELECT used FROM cafeteria_slot WHERE slot = ? AND station_id = 1", (slot,)).fetchone()
    sold = answers.count(303)
    if used != sold or set(answers) - {303, 409}:
        raise SystemExit(f"the slot says {used}, {sold} orders were taken, and the answers were {sorted(set(answers))}")
    return Row("race", "orders", sold), Goal("stoa", exactly=CAPACITY)


# MARK: analytics


def analytics(server):
    """The page of the sales, of a week, a month and a year by turns: its four queries, each of which has 100 ms, and drawing what they find."""
    owner, seconds = Client(server.url).sign_in(server.OWNER_EMAIL, server.OWNER_PASSWORD), []
    for number in range(REPORTS + 3):
        start = time.monotonic()
        page = owner.get(f"/admin/cafeteria/analytics?period={PERIODS[number % 3]}", Accept="text/html")
        # The first three warm up.
        if number >= 3:
            seconds.append(time.monotonic() - start)
        if page.status != 200 or "analytics-cards" not in page.text:
            raise SystemExit(f"the analytics answered {page.status}")
    return Row("analytics", "ms", None, None, None, *percentiles(seconds)), Goal("p99", below=200)


# MARK: status


def status(server):
    """From the kitchen's tap to the new page on the customer's screen, while 2,000 screens follow an order each."""
    orders = confirmed(SCREENS)
    cook = Client(server.url).sign_in(server.OWNER_EMAIL, server.OWNER_PASSWORD)
    screens = [follow(server, f"cafeteria.order-{order}", cafeteria_site.token(number), number) for number, order in enumerate(orders)]
    tablets = [follow(server, "cafeteria.kitchen", cook.bearer, SCREENS) for _ in range(TABLETS)]
    time.sleep(2)
    chance, seconds = random.Random(7), []
    for number in chance.sample(range(SCREENS), TAPS):
        seconds.append(tap(server, cook, orders[number], screens[number], cafeteria_site.token(number)))
        time.sleep(0.05)
    for screen in [*screens, *tablets]:
        screen.close()
    cafeteria_site.settled()
    return Row("status", "ms", None, None, None, *percentiles(seconds)), Goal("p99", below=100)


def confirmed(count):
    """Orders that the kitchen is to begin, of a person each. Answers their ids."""
    now, first = int(time.time() * 1000), newest() + 1
    with cafeteria_site.database() as site:
        people = [row[0] for row in site.execute("SELECT id FROM account_person WHERE email LIKE 'guest%' ORDER BY id LIMIT ?", (count,))]
        site.executemany(
            "INSERT INTO cafeteria_order (id, person_id, customer, status, subtotal, points, discount, currency, promised_at, instructions, payable_until,"
            " token, created_at, confirmed_at, changed_at) VALUES (?,?,?,'confirmed',35000,0,0,'KES',?,'',?,?,?,?,?)",
            ((first + number, person, f"Guest {person}", now + 900_000, now, f"screen {first + number}", now, now, now) for number, person in enumerate(people)))
        site.executemany(
            "INSERT INTO cafeteria_order_line (order_id, position, item_id, name, choices, choice_names, quantity, unit_price, station_id, changed_at)"
            " VALUES (?,0,1,'Dish','','',1,35000,1,?)", ((first + number, now) for number in range(len(people))))
    return range(first, first + count)


def follow(server, topic, bearer, number):
    """A stream of events, from one of many addresses: a server takes so many connections from each."""
    screen = socket.create_connection(("127.0.0.1", server.port), timeout=10, source_address=(f"127.0.4.{number // 100 + 1}", 0))
    screen.sendall(f"GET /events?topic={topic} HTTP/1.1\r\nHost: localhost:{server.port}\r\nAuthorization: Bearer {bearer}\r\n\r\n".encode())
    answer = b""
    while b"retry:" not in answer:
        part = screen.recv(4096)
        answer += part
        if not part or b" 200 " not in answer[:20]:
            raise SystemExit(f"stream {number} was refused: {answer[:400]}")
    return screen


def tap(server, cook, order, screen, bearer):
    answers = []
    start = time.monotonic()
    tapping = threading.Thread(target=lambda: answers.append(cook.post_form(f"/cafeteria/kitchen/{order}", {"status": "preparing"})))
    tapping.start()
    heard = b""
    while b'"kind":"status"' not in heard:
        part = screen.recv(4096)
        if not part:
            raise SystemExit(f"the screen of order {order} ended")
        heard += part
    # What its script does then.
    customer = Client(server.url)
    customer.bearer = bearer
    page = customer.get(f"/cafeteria/orders/{order}", Accept="text/html")
    passed = time.monotonic() - start
    tapping.join()
    if answers[0].status != 303 or page.status != 200 or '<li class="current"' not in page.text:
        raise SystemExit(f"the tap answered {answers[0].status}, the screen {page.status}")
    return passed
