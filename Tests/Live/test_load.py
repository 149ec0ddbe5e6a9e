"""A hundred people at once: everybody gets an answer, and the right one. How long they wait is measured by `./stoa bench crowd`."""
import asyncio
import json
import re

import pytest

from harness.client import Client

PEOPLE = 100
VISITS = 5


async def visit(port, path):
    """One request on a connection of its own. Answers the status and the body."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: close\r\n\r\n".encode())
    head, _, body = (await reader.read(-1)).partition(b"\r\n\r\n")
    writer.close()
    return int(head[9:12]), body.decode()


def crowd(port, paths):
    """What everybody was answered, by path, each person asking for one page after the other."""
    answered = {path: [] for path in paths}

    async def person(number):
        for turn in range(VISITS):
            path = paths[(number + turn) % len(paths)]
            status, body = await visit(port, path)
            assert status == 200, (path, status, body[:300])
            answered[path].append(body)

    async def everybody():
        await asyncio.gather(*(person(number) for number in range(PEOPLE)))

    asyncio.run(everybody())
    assert sum(map(len, answered.values())) == PEOPLE * VISITS
    return answered


def heading(page):
    return re.search(r"<title>(.*?)</title>", page).group(1), page.rstrip().endswith("</html>")


@pytest.mark.covers("CORE-044", "CORE-045", "LIB-018")
def test_everybody_gets_the_whole_page_that_was_asked_for(demo):
    calm = Client(demo.url)
    for path, pages in crowd(demo.port, ["/library", "/library/books", "/library/hymns", "/library/bible", "/account/sign-in"]).items():
        wanted = heading(calm.get(path, Accept="text/html").text)
        assert wanted[1] and {heading(page) for page in pages} == {wanted}, path


@pytest.mark.covers("LIB-035", "CORE-032")
def test_everybody_finds_the_same_as_somebody_alone(demo):
    calm = Client(demo.url)
    words = ["shepherd", "lamp", "Jn 3:16", "bread and water", "firewood", "ljuset", "morning", '"in the beginning"']
    paths = [f"/api/v1/library/search?q={word.replace(' ', '+').replace(chr(34), '%22')}" for word in words]
    for path, answers in crowd(demo.port, paths).items():
        alone = calm.get(path).json()
        assert all(json.loads(answer) == alone for answer in answers), path


@pytest.mark.covers("LIB-044")
def test_everybody_can_open_the_largest_book_at_once(demo):
    items = Client(demo.url).every("/api/v1/library/items")
    largest = max((item for item in items if item["publication"]), key=lambda item: item["words"])
    assert largest["words"] > 500_000
    path = f"/read/{largest['publication']}/0"
    alone = heading(Client(demo.url).get(path, Accept="text/html").text)
    assert alone[1] and {heading(page) for page in crowd(demo.port, [path])[path]} == {alone}
