"""The demo's own files agree with each other."""
import json
import re

from harness.server import ROOT


def test_whoever_the_stand_in_says_has_an_account_is_linked_to_it():
    """Else the first person to try the demo is stopped at a code by e-mail."""
    users = (ROOT / "Sources/StandIns/Identity/TestUser.swift").read_text()
    said = {email: user for user, email in re.findall(r'TestUser\(\s*"(\w+)", "[^"]+", email: "([^"]+)"[^\n]*Has an account in the demo', users)}
    people = [person for name in ("demo.json", "volunteers.json") for person in json.loads((ROOT / "Sources/Server/Demo" / name).read_text())["people"]]
    linked = {person["email"]: person["google"] for person in people if "google" in person}
    assert len(said) >= 4
    assert linked == said
