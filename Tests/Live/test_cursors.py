"""Where the next page of a list begins is said by the site alone."""
import pytest

from harness.client import Client
from harness.samples import markdown
from harness.uploads import published

ITEMS = "/api/v1/library/items"
# The offset -1 under the checksum that cursors once had: it ended the process.
BEFORE_THE_FIRST = "TrnPjXsib2Zmc2V0IjogLTF9"


@pytest.mark.covers("CORE-050")
@pytest.mark.parametrize("path", ["/library/search?q=god&", "/api/v1/library/search?q=god&", "/moderation/log?", f"{ITEMS}?"])
def test_a_cursor_that_somebody_made_is_refused(demo, path):
    answer = Client(demo.url).get(f"{path}after={BEFORE_THE_FIRST}", Accept="application/json")
    assert answer.status == 400 and answer.problem == "request.bad-cursor", (answer.status, answer.body[:300])
    assert Client(demo.url).get("/library").status == 200


@pytest.mark.covers("LIB-018")
def test_a_cursor_outlives_a_restart_and_is_none_of_another_list(server, owner):
    for title in ("One", "Two"):
        published(owner, f"{title}.md", markdown(title, "Some text."))
    first = Client(server.url).get(f"{ITEMS}?limit=1").json()
    server.stop()
    server.start()
    second = Client(server.url).get(f"{ITEMS}?limit=1&after={first['next']}").json()
    assert {entry["title"] for page in (first, second) for entry in page["items"]} == {"One", "Two"}
    assert Client(server.url).get(f"/library/hymns?after={first['next']}").status == 400
