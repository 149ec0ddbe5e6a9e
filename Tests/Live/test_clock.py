"""A machine whose clock is set while the server runs, as an operator or a time server does: nobody waits, nothing stops."""
import json
import re
import time

import pytest

from harness import postgres
from harness.client import Client
from harness.clock import LIBRARY, Clock
from harness.samples import markdown
from harness.server import Server, run
from harness.uploads import hand_in

HOUR, DAY = 3600, 86_400
# What would be shown for a moment that has not come yet, or a span below nothing.
NEGATIVE = re.compile(r"[-−]\d+ (s|min|h|d|seconds?|minutes?|hours?|days?)\b")
PAGES = [f"/admin/{page}" for page in ("log", "people", "health", "jobs", "library", "errors", "mail", "backups", "moderation", "statistics")]
PAGES += ["/admin", "/account", "/account/security"]

pytestmark = pytest.mark.skipif(LIBRARY is None, reason="the package faketime is not installed")


def browser(server, password=None):
    """Somebody who signs in with a form; answers the client and the answer."""
    client = Client(server.url)
    return client, enter(client, server, password)


def enter(client, server, password=None):
    return client.post_form("/account/sign-in", {"email": server.OWNER_EMAIL, "password": password or server.OWNER_PASSWORD})


def metrics(server):
    text = Client(server.url).get("/metrics").text
    return {line.rpartition(" ")[0]: float(line.rpartition(" ")[2]) for line in text.splitlines() if line and not line.startswith("#")}


@pytest.mark.covers("CORE-012", "CORE-039", "CORE-040")
@pytest.mark.parametrize("engine", ["sqlite", "postgres"])
@pytest.mark.parametrize("offset", [-HOUR, DAY], ids=["back", "forward"])
def test_a_clock_that_is_set_while_the_server_runs(tmp_path, engine, offset):
    clock, folder = Clock(tmp_path), tmp_path / "site"
    if engine == "sqlite":
        serve(clock, folder, offset)
        return
    with postgres.database() as url:
        folder.mkdir()
        (folder / "site.json").write_text(json.dumps({"database": url}))
        serve(clock, folder, offset)


def serve(clock, folder, offset):
    began = time.monotonic()
    with clock.server(folder) as server:
        owner = Client(server.url).sign_in(server.OWNER_EMAIL, server.OWNER_PASSWORD)
        known, entered = browser(server)
        assert entered.status == 303
        assert hand_in(owner, "before.md", markdown("Before"))["status"] == "done"
        # Strangers have locked themselves out.
        for _ in range(3):
            browser(server, "wrong 1 wrong")
        _, locked = browser(server)
        assert locked.status == 429 and 0 < int(locked.headers["Retry-After"]) <= 900
        clock.set(offset)

        # Sessions go on, a browser that has signed in before gets in, and whoever has to wait waits no longer than before.
        assert owner.get("/api/v1/session").status == 200
        again = Client(server.url)
        again.cookies = {name: value for name, value in known.cookies.items() if "session" not in name}
        assert again.cookies, known.cookies
        assert enter(again, server).status == 303
        for _ in range(5):
            assert Client(server.url).get("/account/sign-in").status == 200
        _, stranger = browser(server)
        assert stranger.status == 429, "the lock neither ends nor grows"
        assert 0 < int(stranger.headers["Retry-After"]) <= 900

        # Work goes on: what is handed in now is converted, and so is what is handed in after the clock is right again.
        assert hand_in(owner, "during.md", markdown("During"))["status"] == "done"
        found = metrics(server)
        assert 0 <= found["stoa_uptime_seconds"] <= time.monotonic() - began, found["stoa_uptime_seconds"]
        assert not {name: value for name, value in found.items() if value < 0}
        for page in PAGES:
            shown = again.get(page, Accept="text/html")
            assert shown.status == 200, (page, shown.status, shown.headers["Location"])
            words = re.sub(r"<[^>]*>", " ", shown.text)
            assert not NEGATIVE.search(words), (page, NEGATIVE.search(words))
        assert Client(server.url).get("/health/ready").status == 200
        clock.set(0)
        assert hand_in(owner, "after.md", markdown("After"))["status"] == "done"
        assert owner.get("/api/v1/session").status == 200
        assert 0 <= metrics(server)["stoa_uptime_seconds"] <= time.monotonic() - began
        for trouble in ("request.failed", "jobs.failed", "job.failed"):
            assert trouble not in server.log, server.log[-3000:]
    assert run("audit", "verify", data=folder).returncode == 0
