"""A hundred people at once, on the debug build: nobody waits longer than was promised, and everybody gets an answer."""
import asyncio
import statistics
import time

import pytest

PEOPLE = 100
VISITS = 5


async def visit(port, path):
    """One request on a connection of its own. Answers the status and the seconds until the last byte."""
    began = time.monotonic()
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: close\r\n\r\n".encode())
    received = await reader.read(-1)
    writer.close()
    return int(received[9:12]), time.monotonic() - began


def crowd(port, paths):
    """Everybody's waits in seconds, each person asking for one page after the other."""

    async def person(number):
        return [await visit(port, paths[(number + turn) % len(paths)]) for turn in range(VISITS)]

    async def everybody():
        return await asyncio.gather(*(person(number) for number in range(PEOPLE)))

    visits = [each for person in asyncio.run(everybody()) for each in person]
    assert {status for status, _ in visits} == {200}
    return [seconds for _, seconds in visits]


def percentile(waits, share):
    return statistics.quantiles(waits, n=100)[share - 1]


@pytest.mark.covers("CORE-044", "CORE-045", "LIB-018")
def test_pages_come_within_two_seconds_for_95_percent(demo):
    waits = crowd(demo.port, ["/library", "/library/books", "/library/hymns", "/library/bible", "/account/sign-in"])
    assert percentile(waits, 95) < 2


@pytest.mark.covers("LIB-035", "CORE-032")
def test_search_answers_within_three_seconds_for_95_percent(demo):
    words = ["shepherd", "lamp", "Jn 3:16", "bread and water", "firewood", "ljuset", "morning", '"in the beginning"']
    paths = [f"/api/v1/library/search?q={word.replace(' ', '+').replace(chr(34), '%22')}" for word in words]
    assert percentile(crowd(demo.port, paths), 95) < 3


@pytest.mark.covers("LIB-044")
def test_the_largest_book_opens_within_twenty_seconds_for_98_percent(demo):
    from harness.client import Client

    items = Client(demo.url).every("/api/v1/library/items")
    largest = max((item for item in items if item["publication"]), key=lambda item: item["words"])
    assert largest["words"] > 500_000
    assert percentile(crowd(demo.port, [f"/read/{largest['publication']}/0"]), 98) < 20
