"""Fills pretix through its own models: `tickets N` makes an event with N paid tickets and a list that they are checked off, `secrets` prints the API's
token, the number of the list and the codes of the tickets, and `redeemed` how many came in."""
import datetime
import decimal
import sys

import django

django.setup()

from django.core.management import call_command
from django.utils.timezone import now
from django_scopes import scopes_disabled
from pretix.base.models import Checkin, CheckinList, Event, Order, OrderPosition, Organizer, Team


def tickets(count):
    call_command("migrate", verbosity=0)
    organizer = Organizer.objects.create(name="Bench", slug="bench")
    event = Event.objects.create(
        organizer=organizer, name="Museum", slug="museum", live=True, currency="USD", date_from=now(), date_to=now() + datetime.timedelta(days=300),
        plugins="pretix.plugins.banktransfer")
    team = Team.objects.create(organizer=organizer, name="Gate", all_events=True, all_event_permissions=True, all_organizer_permissions=True)
    team.tokens.create(name="gate")
    item = event.items.create(name="Entry", default_price=decimal.Decimal("20.00"), admission=True)
    CheckinList.objects.create(event=event, name="Entrance", all_products=True)
    for _ in range(count):
        order = Order.objects.create(
            event=event, organizer=organizer, status=Order.STATUS_PAID, email="guest@bench.example", datetime=now(),
            expires=now() + datetime.timedelta(days=10), total=decimal.Decimal("20.00"), locale="en", sales_channel=organizer.sales_channels.get(identifier="web"))
        OrderPosition.objects.create(order=order, organizer=organizer, item=item, price=decimal.Decimal("20.00"), attendee_name_parts={"_scheme": "full", "full_name": "Guest"})


with scopes_disabled():
    match sys.argv[1:]:
        case ["tickets", count]:
            tickets(int(count))
        case ["secrets"]:
            # What a run before left.
            Checkin.all.all().delete()
            print(Team.objects.get().tokens.get().token, CheckinList.objects.get().pk)
            print(*OrderPosition.objects.order_by("pk").values_list("secret", flat=True), sep="\n")
        case ["redeemed"]:
            print(Checkin.all.filter(successful=True).count())
