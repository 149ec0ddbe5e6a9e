"""The demo's own files agree with each other."""
import json
import re

import pytest
from harness.server import DEMO_SCRIPTS, ROOT, demo_people, run


def test_whoever_the_stand_in_says_has_an_account_is_linked_to_it():
    """Else the first person to try the demo is stopped at a code by e-mail."""
    users = (ROOT / "Sources/StandIns/Identity/TestUser.swift").read_text()
    said = {email: user for user, email in re.findall(r'TestUser\(\s*"(\w+)", "[^"]+", email: "([^"]+)"[^\n]*Has an account in the demo', users)}
    linked = {person["email"]: person["google"] for person in demo_people() if "google" in person}
    assert len(said) >= 4
    assert linked == said


@pytest.mark.covers("CORE-025")
def test_the_filter_finds_nothing_in_what_the_demo_says_in_good_faith(tmp_path):
    """The first thing that an owner sees of the filter is no blunder."""
    demo = json.loads(DEMO_SCRIPTS["volunteers"].read_text())
    texts = [("sv", words) for words in demo["abouts"].values()]
    texts += [(post["language"], "\n".join([post["title"], post["body"], post["area"]])) for post in demo["posts"] if "expects" not in post]
    lines = tmp_path / "demo.jsonl"
    lines.write_text("".join(json.dumps({"text": text, "language": language, "label": "clean"}) + "\n" for language, text in texts))
    scored = run("moderation", "score", lines, "--wrong")
    assert len(texts) > 20 and scored.returncode == 0
    assert scored.stdout.strip() == ""
