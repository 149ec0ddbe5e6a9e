"""Hostile words through every text field there is, and what the site makes of them wherever it shows them again."""
import re

import pytest
from harness import hostile
from harness.gleaning import Gleaning
from harness.hostile import FORMULAS, SCRIPTS, Texts
from harness.mail import MailServer
from harness.server import SHARED_DATA, Server
from harness.sweep import STARTS, Sweep

# Where hostile words must have been seen, or the sweep has not swept.
PLACES = [
    r"reads /volunteers/posts/{}$", r"reads /account/messages/{}$", r"reads /admin/moderation/cases/{}$", r"reads /admin/people", r"reads /admin/log",
    r"reads /library/items/{}$", r"reads /help", r"reads /admin/support", r"GET /api/v{}/volunteers/own", r"GET /api/v{}/.*/annotations", r"log\.csv",
    r"log\.pdf", r"fetches /account/privacy/exports/{}/.*\.json", r"^feed /opds", r"^letter ",
]


@pytest.fixture(scope="module")
def corpus():
    if not SHARED_DATA.is_dir():
        pytest.skip(f"no shared test data at ../{SHARED_DATA.parent.name}/{SHARED_DATA.name}")
    return [text for text in dict.fromkeys(SCRIPTS + FORMULAS + hostile.naughty(SHARED_DATA)) if text.strip()]


@pytest.mark.covers("CORE-050")
def test_hostile_words_through_every_field_stay_words_wherever_they_are_shown(filled_demo, tmp_path, cast, corpus):
    texts = Texts(corpus)
    with MailServer(tmp_path / "mail") as mail, Server(filled_demo(tmp_path / "site"), demo=True) as server:
        sweep = Sweep(server.url, cast, texts)
        owner = sweep.people["owner"]
        # Only a site that can send email writes invitations.
        assert owner.post_form("/admin/mail", {"server": mail.url, "from": "library@tests.example"}).status == 303
        for who in STARTS:
            sweep.write(who)
        sweep.call()
        gleaning = Gleaning(sweep)
        for who in ("astrid", "owner"):
            gleaning.take_along(who)
        assert owner.post_form("/admin/mail", {"server": mail.url, "from": "library@tests.example"}).status == 303
        assert owner.post_form("/admin/mail/send-waiting", {}).status == 303
        for who in STARTS:
            gleaning.read(who)
        gleaning.read_feeds()
        gleaning.read_letters(mail)
        assert "Traceback" not in server.log and server.process.poll() is None
    assert not sweep.wrong, "\n".join(sorted(set(sweep.wrong)))
    assert not texts.left, f"never sent: {texts.left}"
    missed = [place for place in PLACES if not any(re.search(place, seen) for seen in sweep.places)]
    assert not missed, f"nothing hostile was seen at {missed}: {sorted(sweep.places)}"
    assert len(sweep.shown) > len(texts.sent) / 2, (len(sweep.shown), len(texts.sent), sweep.answers)


# Backticks enclose values in browsers of the past alone.
@pytest.mark.parametrize("payload", [text for text in SCRIPTS[:51] if "<" in text and "&" not in text[:4] and "`x`" not in text] + ['" stoaxss="1'])
def test_the_sweep_sees_what_gets_through(payload):
    """The same words, had somebody forgotten to escape them, in a text, in an attribute and in a field."""
    pages = [f"<p>{payload}</p>", f'<input value="{payload}">', f"<textarea>{payload}</textarea>", f"<title>{payload}</title>"]
    assert any(hostile.planted(f"<!doctype html><html><body>{page}</body></html>") for page in pages), payload
