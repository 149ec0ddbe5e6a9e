"""Pages full of hostile words in a real browser: nothing of them runs, asks, or leaves the site."""
import re

import pytest
from harness.crawl import several
from harness.hostile import SCRIPTS, Texts
from harness.server import Server
from harness.share import IS_WHOLE, has_turn
from harness.sweep import STARTS, Sweep

# `stoaxss()` is what every payload calls.
WATCH = """
window.stoaxss = () => { (window.ran = window.ran || []).push(document.currentScript ? 'script' : 'handler') };
addEventListener('securitypolicyviolation', (event) => { (window.refused = window.refused || []).push(event.violatedDirective + ' ' + event.blockedURI) });
"""


@pytest.fixture(scope="module")
def swept(filled_demo, tmp_path_factory, cast):
    """A site after everybody has written hostile words into every field."""
    with Server(filled_demo(tmp_path_factory.mktemp("swept") / "site"), demo=True) as server:
        # Once is enough to look at; what else a field takes is tried where no browser has to look.
        sweep = Sweep(server.url, cast, Texts(SCRIPTS), turns=1)
        for who in ("astrid", "member", "moderator", "librarian", "owner"):
            sweep.write(who)
        yield sweep


@pytest.mark.covers("CORE-050")
@pytest.mark.parametrize("who", ["guest", "astrid", "moderator", "owner"])
def test_nothing_that_was_written_runs_or_is_fetched(chromium, swept, who):
    wrong = []
    client = swept.people[who]
    context = chromium.new_context(base_url=swept.url, locale="en-GB", reduced_motion="reduce")
    for name, value in client.cookies.items():
        context.add_cookies([{"name": name, "value": value, "domain": "localhost", "path": "/", "secure": True, "httpOnly": True, "sameSite": "Lax"}])
    context.add_init_script(WATCH)
    page = context.new_page()
    page.on("dialog", lambda dialog: (wrong.append(f"{page.url}: asks {dialog.message}"), dialog.dismiss()))
    page.on("request", lambda asked: asked.url.startswith((swept.url, "data:image/", "blob:")) or wrong.append(f"{page.url}: fetches {asked.url}"))
    page.on("pageerror", lambda error: wrong.append(f"{page.url}: {error}"))
    hostile = 0
    try:
        for path in several(client, STARTS[who], of_each=2 if who == "astrid" else 1):
            if not has_turn(re.sub(r"\d+", "{}", path)):
                continue
            page.goto(path, wait_until="load")
            hostile += "stoaxss" in page.content()
            ran, refused = page.evaluate("() => [window.ran || [], window.refused || []]")
            wrong += [f"{path}: {what}" for what in ran + refused]
    finally:
        context.close()
    assert not wrong, "\n".join(wrong)
    assert hostile >= (20 if IS_WHOLE else 3), f"only {hostile} pages held what was written"
