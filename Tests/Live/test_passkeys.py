"""Passkeys made by an implementation that nobody here wrote: what the site offers it can read, what it signs the site checks."""
import pytest

from harness.client import Client
from harness.passkeys import CREATION, PRESENT_AND_VERIFIED, REQUEST, Authenticator, Ceremony

MAKE, OPEN, LIST = "/account/security/passkeys", "/account/sign-in/passkey", "/account/security"


def arrived(server):
    """A browser of the owner's that has just signed in."""
    browser = Client(server.url)
    done = browser.post_form("/account/sign-in", {"email": server.OWNER_EMAIL, "password": server.OWNER_PASSWORD})
    assert done.status == 303, done.text[:500]
    return browser


def enrol(browser, server, device):
    ceremony = Ceremony(browser.get(MAKE, Accept="text/html"), CREATION)
    done = browser.post_form(
        MAKE, {"ticket": ceremony.ticket, "credential": device.create(ceremony.options, server.url), "label": "A stick"})
    assert (done.status, done.headers["Location"]) == (303, LIST), done.text[:1000]
    return ceremony


def offered(server):
    """A stranger's browser at the door of the portal, and the ceremony that the page offers it."""
    browser = Client(server.url)
    return browser, Ceremony(browser.get("/account/sign-in?then=%2Fadmin", Accept="text/html"), REQUEST)


def shown(browser, ceremony, credential):
    return browser.post_form(OPEN, {"ticket": ceremony.ticket, "credential": credential, "then": "/admin"})


@pytest.mark.covers("CORE-007", "CORE-016", "LIB-012")
@pytest.mark.parametrize("algorithm", [-7, -257], ids=["ES256", "RS256"])
def test_a_passkey_of_either_algorithm_opens_the_portal(server, algorithm):
    device = Authenticator(algorithm)
    made = enrol(arrived(server), server, device)
    assert made.options.rp.id == "localhost"
    assert made.options.authenticator_selection.user_verification == "required"

    browser, ceremony = offered(server)
    entered = shown(browser, ceremony, device.get(ceremony.options, server.url))
    assert (entered.status, entered.headers["Location"]) == (303, "/admin"), entered.text[:1000]
    assert browser.get("/admin", Accept="text/html").status == 200

    # A second stick of the same person is asked for by the exclusion list, and both are listed.
    second = Ceremony(browser.get(MAKE, Accept="text/html"), CREATION)
    assert [known.id for known in second.options.exclude_credentials] == [device.id]
    # With the password alone nobody adds another: the first one is asked for.
    refused = arrived(server).get(MAKE, Accept="text/html")
    assert refused.headers["Location"] == "/account/step-up?then=%2Faccount%2Fsecurity%2Fpasskeys"


@pytest.mark.covers("CORE-050")
@pytest.mark.parametrize("algorithm", [-7, -257], ids=["ES256", "RS256"])
def test_every_lie_about_a_passkey_is_refused_and_the_honest_one_still_opens(server, algorithm):
    device = Authenticator(algorithm)
    enrol(arrived(server), server, device)
    for lie in (
        {"origin": "http://localhost:1"}, {"origin": "https://evil.example"}, {"origin": server.url.replace("http:", "https:")},
        {"party": "evil.example"}, {"challenge": bytes(32)}, {"flags": PRESENT_AND_VERIFIED & ~4}, {"flags": PRESENT_AND_VERIFIED & ~1},
        {"user": b"somebody else"}, {"signed_by": Authenticator(algorithm)},
    ):
        browser, ceremony = offered(server)
        refused = shown(browser, ceremony, device.get(ceremony.options, **{"origin": server.url} | lie))
        assert refused.status == 401 and "__Host-session" not in browser.cookies, lie

    browser, ceremony = offered(server)
    assert shown(browser, ceremony, device.get(ceremony.options, server.url)).status == 303


@pytest.mark.covers("CORE-050")
def test_a_challenge_counts_once_and_only_for_its_own_ceremony(server):
    device = Authenticator()
    owner = arrived(server)
    enrolled = enrol(owner, server, device)
    again = owner.post_form(MAKE, {"ticket": enrolled.ticket, "credential": Authenticator().create(enrolled.options, server.url)})
    assert again.status == 410

    browser, ceremony = offered(server)
    credential = device.get(ceremony.options, server.url)
    assert shown(browser, ceremony, credential).status == 303
    thief, other = offered(server)
    assert shown(thief, ceremony, credential).status in (401, 410), "the same answer a second time"
    assert shown(thief, other, credential).status == 401, "the same answer under another challenge"
    assert "__Host-session" not in thief.cookies

    confirmed = Ceremony(owner.get("/account/confirm?then=%2Faccount", Accept="text/html"), REQUEST)
    assert shown(thief, confirmed, device.get(confirmed.options, server.url)).status == 410, "a confirmation opens nothing"
    assert "__Host-session" not in thief.cookies


@pytest.mark.covers("CORE-050")
def test_a_counter_that_goes_back_shows_a_copied_authenticator(server):
    device = Authenticator()
    enrol(arrived(server), server, device)
    for count, status in ((5, 303), (5, 401), (4, 401), (0, 401), (6, 303)):
        browser, ceremony = offered(server)
        answer = shown(browser, ceremony, device.get(ceremony.options, server.url, count=count))
        assert answer.status == status, (count, answer.status)
    assert '"copied"' in server.log, "the operator can read what happened"


@pytest.mark.covers("CORE-050")
def test_a_registration_for_another_site_keeps_no_passkey(server):
    owner = arrived(server)
    for lie in ({"origin": "https://evil.example"}, {"party": "evil.example"}, {"challenge": bytes(32)}):
        ceremony = Ceremony(owner.get(MAKE, Accept="text/html"), CREATION)
        credential = Authenticator().create(ceremony.options, **{"origin": server.url} | lie)
        refused = owner.post_form(MAKE, {"ticket": ceremony.ticket, "credential": credential, "label": "x"})
        assert refused.status == 401, lie
    assert "/remove" not in owner.get(LIST, Accept="text/html").text
