"""What staff ask the help page, in their own words: the answer stands first, and leads to where it is done."""
import re
import urllib.parse

import pytest

from harness.client import Client

ASKED = {
    "how do I make a backup?": "backup", "backup": "backup", "restore": "backup", "change the logo": "site-name", "rename the site": "site-name",
    "opening hours": "hours", "how do I invite a moderator": "invite", "give someone a role": "invite", "how many visitors": "figures",
    "who changed it": "log", "turn an app off": "apps", "approve a post": "decide",
}


def found(client, words):
    page = client.get("/help?q=" + urllib.parse.quote(words)).text
    return re.findall(r'/help/topics/([a-z-]+)"', page)


@pytest.mark.covers("LIB-145")
def test_what_staff_ask_is_answered_first_and_leads_there(demo):
    owner = Client(demo.url).sign_in("owner@stoa.example", "olive-terrace-7")
    for words, topic in ASKED.items():
        assert found(owner, words)[:1] == [topic], (words, found(owner, words)[:5])
        assert re.search(r'class="button[^"]*"[^>]*href="/admin/|href="/admin/[^"]*"[^>]*class="button', owner.get(f"/help/topics/{topic}").text), topic
    member = Client(demo.url).sign_in("member@stoa.example", "river-basket-3")
    for words in ("backup", "invite a moderator"):
        assert not set(found(member, words)) & set(ASKED.values())


@pytest.mark.covers("LIB-115")
def test_a_page_of_the_portal_is_found_by_the_words_that_people_use(demo):
    owner = Client(demo.url).sign_in("owner@stoa.example", "olive-terrace-7")
    for words, path in {"site name": "/admin/settings", "title": "/admin/settings", "color": "/admin/look", "moderator": "/admin/people", "add person": "/admin/people"}.items():
        page = owner.get("/admin?q=" + urllib.parse.quote(words)).text
        main = page[page.index("<main"):]
        assert f'href="{path}"' in main, words
