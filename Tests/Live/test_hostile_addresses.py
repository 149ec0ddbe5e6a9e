"""Hostile words where no form is: in addresses, queries, cookies and headers."""
import re
import urllib.parse

import pytest
from harness import hostile
from harness.client import Client
from harness.hostile import SCRIPTS
from harness.server import Server

PLACES = [
    "/account/with/google/callback?state={}&code=x", "/account/with/openid/callback?state=x&code={}", "/account/with/apple/callback?error={}",
    "/account/with/facebook/callback?error=access_denied&error_description={}", "/account/with/{}", "/account/reset/{}", "/account/verify/{}",
    "/account/welcome/{}", "/account/notices/stop/{}", "/account/sign-in?then={}", "/account/finish?then={}", "/terms/{}", "/terms/volunteers?then={}",
    "/help/topics/{}", "/help?q={}", "/library/books?author={}", "/library/books?language={}", "/library/items/{}", "/library/search?q={}&kind={}",
    "/library/suggest?q={}", "/moderation/report/{}/1?then={}", "/moderation/log?after={}", "/opds/{}", "/opds/search?q={}", "/assets/{}", "/setup/{}",
    "/read/{}/0", "/events?topic={}x&after={}", "/api/v1/library/items?after={}", "/api/v1/{}", "/metrics/{}", "/{}",
]


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    with Server(tmp_path_factory.mktemp("addresses") / "site", owner=True) as running:
        yield running


def judged(answer, where):
    assert answer.status < 500, (where, answer.status, answer.body[:300])
    place = answer.headers.get("Location")
    assert place is None or (place.startswith("/") and not place.startswith("//") and "\\" not in place), (where, place)
    assert not [name for name in answer.headers if "stoaxss" in name.lower()], (where, answer.headers.items())
    assert "stoaxss" not in "".join(answer.headers.get_all("Set-Cookie") or []), where
    if (answer.headers["Content-Type"] or "").startswith("text/html"):
        assert not hostile.planted(answer.text, answer.host), where
    elif answer.status >= 400 and answer.body:
        assert answer.headers["Content-Type"].startswith(("application/problem+json", "text/plain")), (where, answer.headers["Content-Type"])


def get(client, path, **headers):
    answer = client.send("GET", path, headers={"Accept": "text/html"} | headers, timeout=10)
    answer.host = client.address
    return answer


@pytest.mark.covers("CORE-050")
@pytest.mark.parametrize("place", PLACES)
def test_hostile_addresses_get_an_answer_that_is_only_an_answer(site, place):
    client = Client(site.url)
    # A stream answers as long as somebody listens.
    method = "HEAD" if place.startswith("/events") else "GET"
    for text in SCRIPTS:
        path = place.replace("{}", urllib.parse.quote(text, safe=""))
        answer = client.send(method, path, headers={"Accept": "text/html"}, timeout=10)
        answer.host = client.address
        judged(answer, path)


@pytest.mark.covers("CORE-050", "CORE-015")
def test_hostile_headers_and_cookies_are_read_as_words(site):
    for text in SCRIPTS:
        words = re.sub(r"[\x00-\x1f\x7f]", " ", text)
        bare = words.encode("utf-8").decode("latin-1")
        client = Client(site.url)
        for name in ("User-Agent", "Accept-Language", "Referer", "X-Forwarded-For", "If-None-Match", "Range", "Last-Event-ID", "X-Request-ID", "Forwarded"):
            judged(get(client, "/account/sign-in", **{name: bare}), f"{name}: {words}")
        for cookie in ("session", "language", "theme", "pending", "flash"):
            value = urllib.parse.quote(text, safe="")
            judged(get(client, "/account/sign-in", Cookie=f"__Host-{cookie}={value}; {cookie}={value}"), f"cookie {cookie}: {words}")


@pytest.mark.covers("CORE-015", "CORE-050")
def test_the_name_of_a_device_is_only_a_name(site):
    """A browser calls itself what it likes; its owner and the log are shown that name."""
    for text in [text for text in SCRIPTS if text.isascii() and text.isprintable()][:20]:
        owner = Client(site.url)
        answer = owner.send("POST", "/account/sign-in", urllib.parse.urlencode(
            {"email": site.OWNER_EMAIL, "password": site.OWNER_PASSWORD}).encode(), {
                "Content-Type": "application/x-www-form-urlencoded", "User-Agent": f"Mozilla/5.0 {text} Firefox/140.0"})
        assert answer.status == 303, answer.text[:300]
    for path in ("/account/security", "/admin/log", "/admin/people", "/admin/errors"):
        judged(get(owner, path), path)
    assert owner.get("/account/security").text.count("Firefox") >= 2
