"""The demo's own files agree with each other, and what they say arrives whole."""
import json
import re
import time

import pytest
from harness.client import Client
from harness.server import DEMO_SCRIPTS, ROOT, Server, demo_people, run


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


def test_a_demo_that_is_stopped_on_its_way_comes_whole_with_the_next_start(tmp_path):
    """A picture that was being made when the server stopped is not a damaged one."""
    wanted = json.loads(DEMO_SCRIPTS["cafeteria"].read_text())["items"]
    server = Server(tmp_path / "site", "--apps", "cafeteria", demo=True)

    def menu():
        someone = Client(server.url).sign_in("owner@stoa.example", "olive-terrace-7")
        return someone.get("/api/v1/cafeteria/menu").json()["items"]

    for _ in range(3):
        with server:
            before = len(menu())
            while len(menu()) == before:
                time.sleep(0.02)
    with server:
        end = time.monotonic() + 120
        while len(menu()) < len(wanted):
            assert time.monotonic() < end, server.log[-4000:]
            time.sleep(0.2)
        assert [item["name"] for item in menu() if not item.get("picture")] == []
    assert "demo-picture" not in server.log and "picture-refused" not in server.log
