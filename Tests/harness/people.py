"""People who act until it is over, for tests that cut the power."""
import base64
import http.client
import random
import threading
import time

from harness.client import Client


class Person(threading.Thread):
    """Somebody who sends again what was not answered, as a browser does. What they do is `act`, by chance that a number repeats."""

    # Seconds in which a request has its answer.
    patience = 60

    def __init__(self, url, account, chance, over):
        super().__init__(daemon=True)
        self.client = Client(url).sign_in(*account)
        self.chance, self.over = random.Random(chance), over
        self.troubles = []

    def run(self):
        try:
            while not self.over.is_set():
                self.act()
        except Exception as error:  # noqa: BLE001: whatever it is, the test fails by it
            self.troubles.append(repr(error))

    def send(self, path, fields=None):
        """A page, or a form with a key of its own: sent until there is an answer, it takes effect once."""
        key = base64.urlsafe_b64encode(self.chance.randbytes(16)).decode().rstrip("=")
        end = time.monotonic() + self.patience
        while True:
            try:
                answer = self.client.get(path, Accept="text/html") if fields is None else self.client.post_form(path, fields | {"submission": key})
                if answer.status not in (429, 502, 503, 504):
                    assert answer.status < 500, (path, answer.status, answer.text[:300])
                    return answer
            except (OSError, http.client.HTTPException) as error:
                answer = error
            assert time.monotonic() < end, answer
            time.sleep(0.1)
