"""The site on which the cafeteria is measured: 10,000 menu items, 50,000 orders with their books, and 5,000 people, made once by a fixed seed.

The program makes an empty site, and the rows are written into its tables.
"""
import functools
import json
import random
import time
import uuid

import copied_site
import guests
from guests import DAY, token
from places import RESULTS, say

FOLDER = RESULTS / "cafeteria-site"
ITEMS = 10_000
ORDERS = 50_000
PEOPLE = 5_000
# How far back the orders go, in days.
DAYS = 180
SEED = 20261127

# Raise it whenever what follows changes what it makes.
GENERATION = "1"

FIRST = ["Beef", "Chicken", "Lentil", "Coconut", "Spinach", "Tilapia", "Bean", "Pumpkin", "Millet", "Mango", "Ginger", "Cassava"]
SECOND = ["stew", "pilau", "samosa", "curry", "chapati", "soup", "salad", "juice", "porridge", "wrap", "biriani", "tea"]
WORDS = (
    "fresh warm sweet spicy crisp slow-cooked with rice onion tomato coriander lemon pepper garlic butter beans greens potatoes for lunch "
    "served mild creamy roasted grilled from the market").split()
ALLERGENS = ["gluten", "eggs", "fish", "peanuts", "milk", "nuts", "sesame"]

serve, database, settled = (functools.partial(each, FOLDER) for each in (copied_site.serve, copied_site.database, copied_site.settled))


def filled():
    """Makes sure that the site stands as it was made."""
    copied_site.filled(FOLDER, GENERATION, fill)


def fill():
    say(f"Writing {ITEMS} menu items, {PEOPLE} people and {ORDERS} orders")
    chance, now = random.Random(SEED), int(time.time() * 1000)
    with database() as site:
        people = write_people(site, now)
        items = write_menu(site, chance, now)
        write_orders(site, chance, now, people, items)


def write_people(site, now, count=PEOPLE):
    """Everybody with a bearer token and points to use. Answers their ids."""
    people = guests.write(site, now, count)
    site.executemany(
        "INSERT INTO payment_transfer (book, unit, debit, credit, amount, cause_kind, cause_id, reason, posted_at, changed_at)"
        " VALUES ('cafeteria.points','points',?,'issued',100000,'bench.gift',?,'points.adjusted',?,?)",
        ((f"person:{person}", person, now, now) for person in people))
    return people


def write_menu(site, chance, now):
    """Items of every category; one in ten has a size to choose. Answers the id, name and price of those without choices."""
    items = []
    for number in range(1, ITEMS + 1):
        name = f"{chance.choice(FIRST)} {chance.choice(SECOND)} {number}"
        allergens = sorted(chance.sample(ALLERGENS, chance.choice([0, 0, 1, 2])), key=ALLERGENS.index)
        items.append((
            number, 1 + number % 5, name, name.lower(), " ".join(chance.choices(WORDS, k=14)), chance.randint(5, 60) * 1000, chance.randint(2, 12),
            1 + number % 2, " ".join(allergens), chance.choice(["", "halal", "vegetarian halal", "vegetarian vegan halal"]), now))
    site.executemany(
        "INSERT INTO cafeteria_item (id, category_id, name, name_key, description, price, preparation, station_id, work, allergens, diets, changed_at)"
        " VALUES (?,?,?,?,?,?,?,?,1,?,?,?)", items)
    choosy = range(10, ITEMS + 1, 10)
    site.executemany(
        "INSERT INTO cafeteria_choice_group (id, item_id, name, least, most, position, changed_at) VALUES (?,?,'Size',1,1,1,?)",
        ((item, item, now) for item in choosy))
    for position, (name, price) in enumerate([("Regular", 0), ("Large", 5000)], 1):
        site.executemany(
            "INSERT INTO cafeteria_choice (group_id, name, price, position, changed_at) VALUES (?,?,?,?,?)",
            ((item, name, price, position, now) for item in choosy))
    return [(item[0], item[2], item[5], item[7]) for item in items if item[0] not in choosy]


def write_orders(site, chance, now, people, items):
    """Orders of half a year, from seven in the morning to eight at night, nearly all paid in cash and handed over, with both books."""
    orders, lines, payments, money, points = [], [], [], [], []
    # A few things are ordered much more often than others.
    favourites = chance.sample(items, 200)
    moments = sorted(now - chance.randrange(1, DAYS) * DAY - now % DAY + chance.randrange(4 * 3600, 17 * 3600) * 1000 for _ in range(ORDERS))
    for number, at in enumerate(moments, 1):
        person, is_cancelled = chance.choice(people), chance.random() < 0.04
        chosen = [(*chance.choice(favourites if chance.random() < 0.7 else items), chance.choice([1, 1, 1, 2, 3])) for _ in range(chance.choice([1, 2, 2, 3]))]
        total = sum(price * quantity for _, _, price, _, quantity in chosen)
        earned = 0 if is_cancelled or total < 20_000 else total // 10_000
        done = None if is_cancelled else at + 900_000
        orders.append((
            number, person, f"Guest {person}", "cancelled" if is_cancelled else "completed", total, at + 900_000, at + 300_000, str(uuid.UUID(int=chance.getrandbits(128))),
            at, done and at + 60_000, done and at + 120_000, done and at + 600_000, done, at + 60_000 if is_cancelled else None, earned, at, person))
        lines += [
            (number, position, item, name, quantity, price, station, at, person) for position, (item, name, price, station, quantity) in enumerate(chosen)]
        if is_cancelled:
            continue
        payments.append((
            number, number, person, total, json.dumps({"key": "Order %1", "arguments": [{"string": {"_0": f"{number % 1000:03}"}}]}),
            chance.randbytes(16).hex(), at + 300_000, at, at, f"cash-{number}", f"C-{number}", at + 60_000, at))
        money.append((total, number, at, at))
        if earned:
            points.append((f"person:{person}", earned, number, at, at))
    site.executemany(
        "INSERT INTO cafeteria_order (id, person_id, customer, status, subtotal, points, discount, currency, promised_at, instructions, payable_until, token,"
        " created_at, confirmed_at, started_at, ready_at, completed_at, cancelled_at, earned, changed_at, changed_by)"
        " VALUES (?,?,?,?,?,0,0,'KES',?,'',?,?,?,?,?,?,?,?,?,?,?)", orders)
    site.executemany(
        "INSERT INTO cafeteria_order_line (order_id, position, item_id, name, choices, choice_names, quantity, unit_price, station_id, changed_at, changed_by)"
        " VALUES (?,?,?,?,'','',?,?,?,?,?)", lines)
    site.executemany(
        "INSERT INTO payment_payment (id, kind, subject_id, person_id, provider, amount, currency, line, attempt, payable_until, created_at, status, asked_at,"
        " reference, receipt, confirmed_at, changed_at) VALUES (?,'cafeteria.order',?,?,'cash',?,'KES',?,?,?,?,'confirmed',?,?,?,?,?)", payments)
    site.executemany(
        "INSERT INTO payment_transfer (book, unit, debit, credit, amount, cause_kind, cause_id, reason, posted_at, changed_at)"
        " VALUES ('money','KES','held:cash','sales:cafeteria.order',?,'payments.payment',?,'payment.confirmed',?,?)", money)
    site.executemany(
        "INSERT INTO payment_transfer (book, unit, debit, credit, amount, cause_kind, cause_id, reason, posted_at, changed_at)"
        " VALUES ('cafeteria.points','points',?,'issued',?,'cafeteria.order',?,'points.earned',?,?)", points)
