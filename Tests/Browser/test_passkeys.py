"""Passkeys in a real browser: Chromium's own virtual authenticator, a phone that knows its owner's finger."""
import sqlite3
from urllib.parse import urlsplit

import pytest

from harness.accessibility import assert_accessible, assert_fits, assert_targets


@pytest.fixture
def phone(whole_chromium, server):
    """A page whose device keeps passkeys, and what tells the device whether it knows the finger."""
    context = whole_chromium.new_context(base_url=server.url, viewport={"width": 390, "height": 844}, reduced_motion="reduce", locale="en-GB")
    context.set_default_timeout(60_000)
    page = context.new_page()
    complaints = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    devtools = context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True, "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    device = devtools.send("WebAuthn.addVirtualAuthenticator", {"options": options})["authenticatorId"]

    def verifies(it):
        devtools.send("WebAuthn.setUserVerified", {"authenticatorId": device, "isUserVerified": it})

    def kept():
        return devtools.send("WebAuthn.getCredentials", {"authenticatorId": device})["credentials"]

    def answers(it):
        devtools.send("WebAuthn.setAutomaticPresenceSimulation", {"authenticatorId": device, "enabled": it})

    page.answers = answers
    yield page, verifies, kept
    context.close()
    assert not complaints, complaints


def age_proofs(server):
    """An hour passes for every session, as far as fresh proofs go."""
    with sqlite3.connect(server.folder / "stoa.db", timeout=10) as database:
        database.execute("UPDATE account_session SET proved_at = proved_at - 3600000")


def arrives(page, path):
    """Waits until the page is at `path`; a pattern would also match the sign-in page that carries it as `?then=`."""
    page.wait_for_url(lambda url: urlsplit(url).path == path)


@pytest.mark.covers("CORE-007", "CORE-016", "LIB-012", "MUS-007")
def test_a_passkey_is_made_opens_the_account_and_proves_who_it_is(phone, server, screenshot):
    page, verifies, kept = phone
    page.goto("/account/sign-in")
    page.fill("input[name=email]", server.OWNER_EMAIL)
    page.fill("input[name=password]", server.OWNER_PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.wait_for_url(lambda url: "/sign-in" not in url)

    page.goto("/account/security")
    page.get_by_role("link", name="Add a passkey").click()
    page.fill("input[name=label]", "Olivia's phone")
    screenshot(page, "new-passkey-phone")
    verifies(False)
    page.get_by_role("button", name="Create the passkey").click()
    page.get_by_role("alert").get_by_text("That didn’t work.").wait_for()
    assert not kept(), "a finger that the device does not know makes nothing"
    assert_accessible(page)
    assert_fits(page)
    assert_targets(page)

    verifies(True)
    page.get_by_role("button", name="Create the passkey").click()
    arrives(page, "/account/security")
    assert "Olivia's phone" in page.locator("main").inner_text()
    assert [(one["rpId"], one["isResidentCredential"]) for one in kept()] == [("localhost", True)]
    screenshot(page, "passkeys-phone")

    page.goto("/account/confirm")
    page.get_by_role("main").get_by_role("button", name="Sign out").click()
    page.wait_for_url(lambda url: "/account/confirm" not in url)
    page.goto("/account/security")
    assert "/account/sign-in" in page.url

    page.goto("/account/sign-in?then=/admin")
    page.get_by_role("button", name="Sign in with a passkey").click()
    arrives(page, "/admin")
    assert kept()[0]["signCount"] > 1

    age_proofs(server)
    page.goto("/account/security/passkeys")
    assert "/account/confirm" in page.url, "what changes the ways in needs a fresh proof"
    screenshot(page, "confirm-with-passkey-phone")
    page.get_by_role("button", name="Confirm with a passkey").click()
    arrives(page, "/account/security/passkeys")

    # The device says by itself that it is known already.
    page.get_by_role("button", name="Create the passkey").click()
    page.get_by_role("alert").get_by_text("That didn’t work.").wait_for()
    assert len(kept()) == 1

    page.goto("/account/security")
    page.locator("li", has_text="Olivia's phone").get_by_role("link", name="Remove").click()
    page.locator("input[name=confirmed]").check()
    page.get_by_role("button", name="Remove").click()
    arrives(page, "/account/security")
    page.context.clear_cookies()
    page.goto("/account/sign-in?then=/admin")
    page.get_by_role("button", name="Sign in with a passkey").click()
    arrives(page, "/account/sign-in/passkey")
    page.goto("/admin")
    assert "/account/sign-in" in page.url, "a passkey that was removed opens nothing"


@pytest.mark.covers("CORE-007", "LIB-012")
def test_who_is_asked_for_a_passkey_may_take_their_password_after_all(phone, server, screenshot):
    page, _, _ = phone
    page.answers(False)  # Nobody touches the device.
    page.goto("/account/sign-in")
    ask = page.get_by_role("button", name="Sign in with a passkey")
    ask.click()
    waiting = page.get_by_text("Your device asks for your passkey…")
    waiting.wait_for()
    screenshot(page, "passkey-waiting-phone")
    assert_accessible(page)
    assert_fits(page)
    page.get_by_role("button", name="Cancel").press("Enter")
    waiting.wait_for(state="hidden")
    assert ask.evaluate("it => it === document.activeElement"), "the keyboard is where it was"
    assert page.get_by_role("alert").filter(has_text="That didn’t work").count() == 0, "to cancel is no failure"

    ask.click()
    waiting.wait_for()
    page.fill("input[name=email]", server.OWNER_EMAIL)
    page.fill("input[name=password]", server.OWNER_PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.wait_for_url(lambda url: "/sign-in" not in url)
