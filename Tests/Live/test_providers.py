"""Signing in through providers: one that nobody here wrote, and the stand-ins of the demo."""
import html
import re
import urllib.error
import urllib.parse

import pytest

from harness.client import Client
from harness.outside_provider import CLIENT_ID, CLIENT_SECRET, PERSON, OutsideProvider
from harness.server import Server, run
from harness.stand_ins import StandIns


class Walk:
    """Somebody at a provider's pages, until they are sent to `home`."""

    def __init__(self, url, home):
        self.client, self.home = Client(url), home
        self.path = self.page = self.way_back = None

    def open(self, path):
        self._follow(self.client.get(path, Accept="text/html"), path)

    def submit(self, **fields):
        """Sends the form of the page, with its hidden fields, to the page's own address."""
        inputs = re.findall(r"<input[^>]*type=\"hidden\"[^>]*>", self.page.text)
        pairs = [(re.search(r'name="([^"]*)"', tag), re.search(r'value="([^"]*)"', tag)) for tag in inputs]
        hidden = {name[1]: html.unescape(value[1]) for name, value in pairs if name and value}
        self._follow(self.client.post_form(self.path, hidden | fields), self.path)

    def _follow(self, answer, path):
        while location := answer.headers.get("Location"):
            if location.startswith(self.home):
                self.way_back = urllib.parse.urlsplit(location)
                return
            path = urllib.parse.urlsplit(urllib.parse.urljoin(path, location))._replace(scheme="", netloc="").geturl()
            answer = self.client.get(path, Accept="text/html")
        self.path, self.page = path, answer


@pytest.mark.covers("CORE-007")
def test_an_openid_provider_that_nobody_here_wrote_signs_somebody_in(tmp_path, server):
    back = f"{server.url}/account/with/openid/callback"
    with OutsideProvider(back, tmp_path / "provider.log") as provider:
        secret = tmp_path / "secret"
        secret.write_text(CLIENT_SECRET)
        done = run(
            "provider", "set", "openid", "--client-id", CLIENT_ID, "--client-secret-file", secret, "--issuer", provider.url,
            "--label", "Canaille", data=server.folder)
        assert done.returncode == 0, done.stderr

        # The address that comes with a stranger proves nothing until a letter does: so an account adds the provider first.
        owner = Client(server.url)
        owner.post_form("/account/sign-in", {"email": server.OWNER_EMAIL, "password": server.OWNER_PASSWORD})
        added = arrived(owner, provider, server, "/account/with/openid/link")
        assert (added.status, added.headers["Location"]) == (303, "/account/security"), added.text[:1000]
        assert "Canaille" in owner.get("/account/security", Accept="text/html").text

        reader = Client(server.url)
        opened = arrived(reader, provider, server, "/account/with/openid?then=%2Faccount")
        assert (opened.status, opened.headers["Location"]) == (303, "/account"), opened.text[:1000]
        assert reader.get("/account", Accept="text/html").status == 200

        stranger = arrived(Client(server.url), provider, server, "/account/with/openid", again=opened)
        assert stranger.status in (303, 403, 410) and stranger.headers["Location"] != "/account", "a return is good once, in its own browser"


def arrived(reader, provider, server, path, again=None):
    """Goes to the provider and comes back; with `again`, the way back of another browser is used once more."""
    if again is not None:
        return reader.get(again.way_back, Accept="text/html")
    outside = Walk(provider.url, server.url)
    left = reader.get(path, Accept="text/html")
    assert left.status == 303, left.text[:500]
    leaving = urllib.parse.urlsplit(left.headers["Location"])
    assert "code_challenge_method=S256" in leaving.query
    outside.open(f"{leaving.path}?{leaving.query}")
    outside.submit(login=PERSON["user_name"])
    outside.submit(password=PERSON["password"])
    if not outside.way_back:
        outside.submit(answer="accept")
    returned = outside.way_back
    assert returned and returned.path == "/account/with/openid/callback", outside.path
    answer = reader.get(f"{returned.path}?{returned.query}", Accept="text/html")
    answer.way_back = f"{returned.path}?{returned.query}"
    return answer


@pytest.mark.covers("VOL-001", "VOL-005", "LIB-006")
def test_the_demo_signs_people_in_through_a_stand_in_and_says_so(tmp_path):
    with StandIns(tmp_path) as stand_ins, Server(tmp_path / "site", *stand_ins.options, demo=True) as demo:
        reader, outside = Client(demo.url), Client(stand_ins.url)
        screen = reader.get("/account/sign-in?then=%2Fvolunteers", Accept="text/html")
        assert "Sign in with Google" in screen.text and "stand-in" in screen.text
        leaving = urllib.parse.urlsplit(reader.get("/account/with/google?then=%2Faccount", Accept="text/html").headers["Location"])
        consent = outside.get(f"{leaving.path}?{leaving.query}")
        assert "Astrid Berg" in consent.text
        back = urllib.parse.urlsplit(outside.get(f"{leaving.path}?{leaving.query}&choose=miriam").headers["Location"])
        arrived = reader.get(f"{back.path}?{back.query}", Accept="text/html")
        assert arrived.headers["Location"] == "/account"
        token = reader.cookies["__Host-session"]
        assert "Miriam Member" in reader.get("/account", Accept="text/html").text

        reader.send("POST", "/account/sign-out")
        assert "__Host-session" not in reader.cookies
        reader.cookies["__Host-session"] = token
        assert reader.get("/account", Accept="text/html").status == 303


@pytest.mark.covers("CORE-008", "CORE-020")
def test_what_apple_and_facebook_say_by_themselves_reaches_the_site(tmp_path):
    with StandIns(tmp_path) as stand_ins, Server(tmp_path / "site", *stand_ins.options, demo=True) as demo:
        reader, outside = Client(demo.url), Client(stand_ins.url)
        leaving = urllib.parse.urlsplit(reader.get("/account/with/apple?then=%2Faccount", Accept="text/html").headers["Location"])
        posting = outside.get(f"{leaving.path}?{leaving.query}&choose=relay").text
        fields = {html.unescape(name): html.unescape(value) for name, value in re.findall(r'name="(\w+)" value="([^"]*)"', posting)}
        parked = Client(demo.url, origin="https://appleid.apple.com").post_form("/account/with/apple/callback", fields)
        arrived = reader.get(parked.headers["Location"], Accept="text/html")
        assert (arrived.status, arrived.headers["Location"]) == (303, "/account"), arrived.text[:1000]
        assert reader.get("/account", Accept="text/html").status == 200

        stand_ins.order("apple", faultMode="wrong-signature")
        with pytest.raises(urllib.error.HTTPError):
            stand_ins.order("apple", action="notice consent-revoked relay")
        assert reader.get("/account", Accept="text/html").status == 200, "a forged notice does nothing"
        stand_ins.order("apple", faultMode="none")
        stand_ins.order("apple", action="notice consent-revoked relay")
        assert reader.get("/account", Accept="text/html").status == 303

        stranger = Client(demo.url)
        leaving = urllib.parse.urlsplit(stranger.get("/account/with/facebook?then=%2Faccount", Accept="text/html").headers["Location"])
        outside.get(f"{leaving.path}?{leaving.query}&choose=elsa")
        stand_ins.order("facebook", action="delete elsa")
        stand_ins.order("facebook", action="deauthorize elsa")
        assert "provider.notice-refused" in demo.log, "the operator sees what was refused"
