"""The museum's calendar as calendar programs read it: taken apart by an independent reader, with the rules that clients hold feeds to."""
import datetime
import zoneinfo

import icalendar
import pytest

from harness.client import Client

FEED = "/museum/events.ics"


def plan(owner, title, day, **fields):
    form = {"title": title, "text": "Täck på dig; det är kallt, på riktigt.\n\nVi går ut.", "place": "Great hall", "day": str(day), "from": "18:00", "until": "19:30", "level": "0"}
    answer = owner.post_form("/admin/museum/events/new", form | fields)
    assert answer.status == 303, answer.text[:3000]


def read(answer):
    """The calendar; every line is held to RFC 5545 §3.1 before it is taken apart."""
    assert answer.status == 200 and answer.headers["Content-Type"] == "text/calendar; charset=utf-8"
    lines = answer.body.split(b"\r\n")
    assert lines[-1] == b"" and not any(b"\n" in line or b"\r" in line for line in lines)
    assert all(len(line) <= 75 for line in lines)
    for line in lines:
        line.decode()
    return icalendar.Calendar.from_ical(answer.body)


def events(calendar):
    return {str(event["SUMMARY"]): event for event in calendar.walk("VEVENT")}


@pytest.mark.covers("MUS-030", "MUS-031")
def test_a_calendar_program_reads_every_event_with_its_zone(server, owner):
    today = datetime.date.today()
    long = "Sömnlösa nätter, del 2: " + "fyren – havet – " * 5
    plan(owner, long, today + datetime.timedelta(days=10))
    plan(owner, "Across midnight", today + datetime.timedelta(days=40), lastDay=str(today + datetime.timedelta(days=41)), until="00:30", **{"from": "23:00"})
    plan(owner, "In half a year", today + datetime.timedelta(days=200))
    stranger = Client(server.url)
    calendar = read(stranger.get(FEED))
    found = events(calendar)
    assert set(found) == {long.strip(), "Across midnight", "In half a year"}
    zones = {str(zone["TZID"]): zone for zone in calendar.walk("VTIMEZONE")}
    known = zoneinfo.ZoneInfo(str(calendar["X-WR-TIMEZONE"]))
    for event in found.values():
        assert event["DTSTART"].params["TZID"] in zones and event["DTSTART"].dt < event["DTEND"].dt and event["DTSTAMP"].dt.tzinfo is not None
        # What the feed says of the zone, and what the world knows of it, are the same moment.
        told = zones[event["DTSTART"].params["TZID"]].to_tz()
        wall = event["DTSTART"].dt.replace(tzinfo=None)
        assert wall.replace(tzinfo=told).utcoffset() == wall.replace(tzinfo=known).utcoffset()
    assert str(found[long.strip()]["DESCRIPTION"]).endswith("på riktigt.\n\nVi går ut.")
    assert len({str(event["UID"]) for event in found.values()}) == 3


@pytest.mark.covers("MUS-031")
def test_a_calendar_that_asks_again_gets_nothing_new_until_something_is(server, owner):
    day = datetime.date.today() + datetime.timedelta(days=3)
    plan(owner, "Fog", day)
    stranger = Client(server.url)
    first = stranger.get(FEED)
    assert stranger.send("HEAD", FEED).headers["ETag"] == first.headers["ETag"]
    assert stranger.get(FEED, If_None_Match=first.headers["ETag"]).status == 304
    assert "Set-Cookie" not in first.headers and "max-age=3600" in first.headers["Cache-Control"]
    event = events(read(first))["Fog"]
    number = str(event["URL"]).rpartition("/")[2]
    assert owner.post_form(f"/admin/museum/events/{number}/cancel", {"confirmed": "true"}).status == 303
    answer = stranger.get(FEED, If_None_Match=first.headers["ETag"])
    cancelled = events(read(answer))["Fog"]
    assert cancelled["STATUS"] == "CANCELLED" and cancelled["SEQUENCE"] > event["SEQUENCE"] and cancelled["UID"] == event["UID"]
    single = events(read(stranger.get(f"/museum/events/{number}/event.ics")))
    assert list(single) == ["Fog"] and single["Fog"].to_ical() == cancelled.to_ical()
