"""How long people wait who pay by M-Pesa, as the server's own log tells: until the phone asks them, and until the order is paid."""
import concurrent.futures
import json
import re
import shutil
import time

import cafeteria_site
import copied_site
from places import RESULTS
from report import Goal, Row

from harness.client import Client
from harness.server import Server
from harness.stand_ins import StandIns

FOLDER = RESULTS / "cafeteria-phones"
PAYERS = 200
AT_ONCE = 32
# Somebody who looks for the phone and types four digits slowly.
TYPING = 20_000
WITHIN = 120


def paying(percentiles):
    """Orders of as many people, each paid by a phone of its own that asks for the PIN first."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    with StandIns(FOLDER) as phones:
        phones.order("daraja", action="timing", values={"outcome": str(TYPING)})
        with Server(FOLDER / "site", "--apps", "cafeteria", *phones.options, demo=True, environment={"STOA_LOG": "info"}) as server:
            item = opened(server)
            with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as crowd:
                list(crowd.map(lambda number: order(server, number, item), range(PAYERS)))
            prompted = waited_for(server, "payments.prompted")
            confirmed = waited_for(server, "payments.confirmed", of=prompted)
    return [
        (Row("prompted", "ms", None, None, None, *percentiles([*prompted.values()])), Goal("p99", below=10_000)),
        (Row("confirmed", "ms", None, None, None, *percentiles([*confirmed.values()])), Goal("p99", below=60_000)),
    ]


def opened(server):
    """Waits for the menu of the demo, and makes room in its kitchen for everybody. Answers an item that needs no choice."""
    end = time.monotonic() + WITHIN
    while time.monotonic() < end:
        with copied_site.database(server.folder) as site:
            if site.execute("SELECT count(*) FROM cafeteria_item").fetchone()[0] >= 10:
                break
        time.sleep(0.5)
    with copied_site.database(server.folder) as site:
        cafeteria_site.write_people(site, int(time.time() * 1000), PAYERS)
        site.execute("UPDATE cafeteria_station SET capacity = 1000000")
        (item,) = site.execute(
            "SELECT min(id) FROM cafeteria_item WHERE is_available = 1 AND served_from IS NULL AND portions IS NULL"
            " AND NOT EXISTS (SELECT 1 FROM cafeteria_choice_group g WHERE g.item_id = cafeteria_item.id)").fetchone()
    return item


def order(server, number, item):
    customer = Client(server.url)
    customer.bearer = cafeteria_site.token(number)
    wish = {"pickup": "now", "provider": "mpesa", "phone": f"07{10_000 + number}001"}
    sent(customer, "/cafeteria/cart", {"item": item, "quantity": 1}, 303)
    checkout = customer.get("/cafeteria/checkout", Accept="text/html").text
    sent(customer, "/cafeteria/orders", wish | {"digest": re.search(r'name="digest" value="([^"]+)"', checkout).group(1)}, 303)


def sent(customer, path, fields, expected):
    answer = customer.post_form(path, fields)
    if answer.status != expected:
        raise SystemExit(f"{path} answered {answer.status}: {answer.text[:300]}")
    return answer


def waited_for(server, event, of=None):
    """The seconds that the log says of each payment, by its number; the demo has others, which are paid in cash."""
    end = time.monotonic() + WITHIN
    while time.monotonic() < end:
        lines = [json.loads(line) for line in server.log.splitlines() if f'"{event}"' in line]
        found = {line["payment"]: line["ms"] / 1000 for line in lines if of is None or line["payment"] in of}
        if len(found) == PAYERS:
            return found
        time.sleep(0.5)
    raise SystemExit(f"{len(found)} of {PAYERS} payments are {event}")
