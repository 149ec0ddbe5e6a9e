"""People who look at the menu, search it, fill a cart and order, each with a second or three between two taps.

Run by `./stoa bench cafeteria`, or by hand against the site that it leaves behind:

    .build/bench/tools/bin/locust -f Tests/Bench/cafeteria_locust.py --headless -u 100 -r 50 -t 60s --host http://localhost:PORT
"""
import base64
import hashlib
import itertools
import random
import re

from locust import FastHttpUser, between, task

WORDS = ["chicken", "pilau", "coconut", "tea", "lentil stew", "mango juice", "bean", "crisp", "samosa"]
CUSTOMERS = itertools.count()


class Customer(FastHttpUser):
    wait_time = between(1, 3)

    def on_start(self):
        # The tokens of `cafeteria_site.token`, from the hundredth person on.
        secret = hashlib.sha256(f"bench person {100 + next(CUSTOMERS)}".encode()).digest()
        token = base64.urlsafe_b64encode(secret).decode().rstrip("=")
        self.headers = {"Authorization": f"Bearer {token}", "Accept": "text/html"}
        self.cart = {}

    def look(self, path, name):
        with self.client.get(path, name=name, headers=self.headers, catch_response=True) as answer:
            if answer.status_code != 200:
                answer.failure(f"{answer.status_code}")
            return answer.text or ""

    def send(self, path, name, fields):
        with self.client.post(path, fields, name=name, headers=self.headers, allow_redirects=False, catch_response=True) as answer:
            if answer.status_code not in (200, 303):
                answer.failure(f"{answer.status_code}: {(answer.text or '')[:200]}")
                return ""
            answer.success()
            return answer.text or "done"

    @task(4)
    def menu(self):
        self.look("/cafeteria", "menu")

    @task(2)
    def category(self):
        self.look(f"/cafeteria?category={random.randint(1, 5)}", "category")

    @task(4)
    def search(self):
        # As the script of the page does it, after a pause in typing.
        word = random.choice(WORDS)
        for length in sorted({3, len(word)}):
            self.look(f"/cafeteria?q={word[:length]}", "search")

    @task(2)
    def item(self):
        self.look(f"/cafeteria/items/{random.randint(1, 10_000)}", "item")

    @task(2)
    def add(self):
        number = random.randint(1, 10_000)
        if number % 10 and self.send("/cafeteria/cart", "add", {"item": number, "quantity": 1}):
            self.cart[number] = self.cart.get(number, 0) + 1

    @task(1)
    def order(self):
        if not self.cart:
            return self.add()
        fields = {"pickup": "now", "provider": "cash"}
        # The checkout is one page: what it shows is confirmed there.
        shown = dict(re.findall(r'name="(digest|drawn|shown)" value="([^"]+)"', self.look("/cafeteria/checkout", "checkout")))
        if "digest" in shown and self.send("/cafeteria/orders", "order", fields | shown):
            self.cart = {}
