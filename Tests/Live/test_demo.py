"""The demo's own files agree with each other."""
import json
import re

import pytest
from harness.server import ROOT, run


def test_whoever_the_stand_in_says_has_an_account_is_linked_to_it():
    """Else the first person to try the demo is stopped at a code by e-mail."""
    users = (ROOT / "Sources/StandIns/Identity/TestUser.swift").read_text()
    said = {email: user for user, email in re.findall(r'TestUser\(\s*"(\w+)", "[^"]+", email: "([^"]+)"[^\n]*Has an account in the demo', users)}
    people = [person for name in ("demo.json", "volunteers.json") for person in json.loads((ROOT / "Sources/Server/Demo" / name).read_text())["people"]]
    linked = {person["email"]: person["google"] for person in people if "google" in person}
    assert len(said) >= 4
    assert linked == said


@pytest.mark.covers("CORE-025")
def test_the_filter_finds_nothing_in_what_the_demo_says_in_good_faith(tmp_path):
    """The first thing that an owner sees of the filter is no blunder."""
    demo = json.loads((ROOT / "Sources/Server/Demo/volunteers.json").read_text())
    texts = [("sv", words) for words in demo["abouts"].values()]
    texts += [(post["language"], "\n".join([post["title"], post["body"], post["area"]])) for post in demo["posts"] if "expects" not in post]
    lines = tmp_path / "demo.jsonl"
    lines.write_text("".join(json.dumps({"text": text, "language": language, "label": "clean"}) + "\n" for language, text in texts))
    scored = run("moderation", "score", lines, "--wrong")
    assert len(texts) > 20 and scored.returncode == 0
    assert scored.stdout.strip() == ""
