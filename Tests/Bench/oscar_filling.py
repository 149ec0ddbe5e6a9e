"""Fills the shop of `oscar_shop`: `items N` makes the products and the people, `baskets N` a basket for each of N people, and prints their cookies;
`shoppers N` prints the cookies of N people whose baskets are empty, each with two products that they want."""
import datetime
import random
import sys

import oscar_shop  # noqa: F401: sets Django up
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user_model
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.utils import timezone
from oscar.apps.basket.models import Basket, Line
from oscar.apps.catalogue.abstract_models import MissingProductImage
from oscar.apps.catalogue.models import Product, ProductClass
from oscar.apps.partner.models import Partner, StockRecord

PEOPLE = 5_000


def items(count):
    call_command("migrate", verbosity=0)
    kind = ProductClass.objects.create(name="Dish", requires_shipping=False, track_stock=True)
    kitchen = Partner.objects.create(name="Kitchen")
    Product.objects.bulk_create(
        Product(title=f"Dish {number}", slug=f"dish-{number}", product_class=kind, upc=str(number)) for number in range(1, count + 1))
    StockRecord.objects.bulk_create(
        StockRecord(product=product, partner=kitchen, partner_sku=product.upc, price_currency="KES", price=350, num_in_stock=10_000_000)
        for product in Product.objects.all())
    users = get_user_model()
    users.objects.bulk_create(
        users(username=f"guest{number}", email=f"guest{number}@bench.example", password="!") for number in range(PEOPLE))
    # It links its picture of a missing picture when it first shows one, and two threads at once answer 500.
    MissingProductImage()


def baskets(count):
    chance, end = random.Random(), timezone.now() + datetime.timedelta(days=1)
    records = list(StockRecord.objects.select_related("product")[:10_000])
    people = list(get_user_model().objects.order_by("?")[:count])
    # What a round before left.
    Basket.objects.filter(status=Basket.OPEN).delete()
    made = Basket.objects.bulk_create(Basket(owner=person, status=Basket.OPEN) for person in people)
    Line.objects.bulk_create(
        Line(basket=basket, line_reference=f"{record.product_id}_{record.id}", product=record.product, stockrecord=record, quantity=quantity,
             price_currency="KES", price_excl_tax=350, price_incl_tax=350, tax_code=None)
        for basket in made for quantity, record in enumerate(chance.sample(records, 2), 1))
    for session in sessions_of(people, chance, end):
        print(session.session_key)


def shoppers(count):
    chance, end = random.Random(), timezone.now() + datetime.timedelta(days=1)
    Basket.objects.filter(status=Basket.OPEN).delete()
    products = list(Product.objects.values_list("pk", flat=True))
    for session in sessions_of(list(get_user_model().objects.order_by("?")[:count]), chance, end):
        print(session.session_key, *chance.sample(products, 2))


def sessions_of(people, chance, end):
    """Everybody signed in, as far in the checkout as somebody to whom nothing is sent."""
    store, sessions = SessionStore(), []
    for number, person in enumerate(people):
        data = {SESSION_KEY: str(person.pk), BACKEND_SESSION_KEY: "oscar.apps.customer.auth_backends.EmailBackend",
                HASH_SESSION_KEY: person.get_session_auth_hash(), "checkout_data": {"shipping": {"method_code": "no-shipping-required"}}}
        sessions.append(Session(session_key=f"{chance.getrandbits(60):015x}{number:08}", session_data=store.encode(data), expire_date=end))
    Session.objects.bulk_create(sessions)
    return sessions


if __name__ == "__main__":
    {"items": items, "baskets": baskets, "shoppers": shoppers}[sys.argv[1]](int(sys.argv[2]))
