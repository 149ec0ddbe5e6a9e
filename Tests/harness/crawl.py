"""Finds the pages of a site by following its links, one of each kind, so that no page is forgotten when a new one is built."""
import collections
import html
import re
import urllib.parse
from dataclasses import dataclass

from selectolax.lexbor import LexborHTMLParser

from harness.client import Client

HREF = re.compile(r'<a\b[^>]*?\bhref="([^"]*)"', re.IGNORECASE)
# Not pages of ours: files, feeds for programs, and what ends the session.
NOT_PAGES = re.compile(r"^/(assets|api|opds|events|metrics|health)\b|/file\b|/cover\b|/original\b|/resources?/|/sign-out|\.\w{2,5}$")

# What stands behind these is a name that makes no other page.
NAMED = {"languages", "topics"}


def kind(path):
    """What makes two addresses the same page with other data: `/library/items/{}`; `/library/search?` is that page with any filter."""
    address = urllib.parse.urlsplit(path)
    steps = [re.sub(r"^\d+$|^[0-9a-f-]{16,}$|^[A-Z0-9]{3}$", "{}", step) for step in address.path.rstrip("/").split("/")]
    for before in NAMED & set(steps[:-1]):
        steps[steps.index(before) + 1] = "{}"
    return "/".join(steps) + ("?" if address.query else "")


def signed_in(url, person):
    browser = Client(url)
    answer = browser.post_form("/account/sign-in", {"email": person["email"], "password": person["password"]})
    assert answer.status == 303 and browser.cookies, (answer.status, answer.body[:300])
    return browser


# What style sheets tell elements of one name apart by.
TOLD_BY = ("class", "role", "type", "aria-current", "aria-pressed", "aria-invalid", "disabled", "open")


@dataclass
class Page:
    path: str
    # The sorts of elements in it, and those of its main part: each is told by itself and by all that it stands in, as its colours are.
    sorts: set
    content: set

    @classmethod
    def read(cls, path, text):
        page = cls(path, set(), set())
        root = LexborHTMLParser(text).root
        # What every page of a frame has in common, whoever reads it.
        page._add(root, tuple(each for each in root.attributes.items() if each[0] != "data-person"), is_content=False)
        return page

    def _add(self, node, around, is_content):
        sort = (around, node.tag, *(node.attributes.get(name, "-") for name in TOLD_BY))
        is_content = is_content or node.tag == "main"
        self.sorts.add(sort)
        if is_content:
            self.content.add(sort)
        for child in node.iter():
            self._add(child, sort, is_content)


def pages(client, start, known=(), most=240):
    """The first page of each kind that can be reached from `start`; of a kind that is `known`, only one that shows more than that page."""
    found, seen, waiting = {}, set(), list(start)
    while waiting:
        assert len(found) <= most, f"more than {most} kinds of pages, the last ones {list(found)[-5:]}: `kind` does not know them for the same"
        path = waiting.pop(0)
        if kind(path) in seen:
            continue
        seen.add(kind(path))
        answer = client.get(path, Accept="text/html")
        assert answer.status < 500, (path, answer.status)
        if answer.status in (301, 302, 303, 307):
            waiting.append(answer.headers["Location"])
            continue
        if not (answer.headers["Content-Type"] or "").startswith("text/html"):
            continue
        assert answer.status == 200, f"a link leads to {path}, which answers {answer.status}"
        page = Page.read(path, answer.text)
        if kind(path) not in known or page.content - known[kind(path)].content:
            found[kind(path)] = page
        for link in HREF.findall(answer.text):
            target = urllib.parse.urljoin(path, html.unescape(link)).partition("#")[0]
            if target.startswith("/") and not target.startswith("//") and not NOT_PAGES.search(target.partition("?")[0]):
                waiting.append(target)
    return found


def linked(page, path):
    """Where the links of a page lead."""
    return {urllib.parse.urljoin(path, html.unescape(link)).partition("#")[0] for link in HREF.findall(page)} - {""}


def several(client, start, of_each):
    """The pages that can be reached, at most so many of each kind; also those that refuse, for their reasons are shown too."""
    counted, seen, waiting, found = collections.Counter(), set(), list(start), []
    while waiting:
        path = waiting.pop(0)
        if path in seen or counted[kind(path)] >= of_each or not path.startswith("/") or path.startswith("//"):
            continue
        # Providers are asked elsewhere, and are not there.
        if NOT_PAGES.search(path.partition("?")[0]) or path.startswith("/account/with/"):
            continue
        seen.add(path)
        counted[kind(path)] += 1
        answer = client.get(path, Accept="text/html")
        if answer.status in (301, 302, 303, 307):
            waiting.append(answer.headers["Location"])
        elif (answer.headers["Content-Type"] or "").startswith("text/html"):
            found.append(path)
            waiting += sorted(linked(answer.text, path))
    return found
