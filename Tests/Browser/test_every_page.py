"""Every page that a guest, a member or the owner can reach by links: axe finds nothing, nothing sticks out, nothing is too small."""
import pytest

from harness import accessibility
from harness.client import Client
from harness.crawl import pages, signed_in
from harness.screens import SIZES, THEMES
from harness.share import IS_WHOLE, has_turn

# What is used with a finger is one device held in two ways.
DEVICES = {"touch": ["phone", "tablet"], "mouse": ["desktop"]}

# Open for some minutes after what they change was written: a long run comes to them too late now and then.
ONLY_FOR_A_WHILE = {"/stories/comments/{}/edit"}

# Pages that no link leads to.
GUEST_STARTS = ["/", "/library", "/library/search?q=lamp", "/library/search?q=zzyzx", "/library/books?q=zzyzx", "/account/sign-in", "/account/register"]


@pytest.fixture(scope="session")
def found(demo, cast):
    """One page of each kind by who first reaches it, and again by who sees more of it."""
    guest = pages(Client(demo.url), GUEST_STARTS)
    member = pages(signed_in(demo.url, cast["member"]), ["/", "/account", "/account/security"], known=guest)
    owner = pages(signed_in(demo.url, cast["owner"]), ["/", "/account", "/admin"], known=guest | member)
    assert len(guest) > 10 and len(owner) > 5, (guest, owner)
    return {person: {kind: page for kind, page in kinds.items() if has_turn(kind)}
            for person, kinds in (("guest", guest), ("member", member), ("owner", owner))}


@pytest.fixture(scope="session")
def unlike(found):
    """By who reaches them, the kinds with a sort of element that no page before has: what axe says of the colours of the others, it said before."""
    seen, unlike = set(), {}
    for person, kinds in found.items():
        unlike[person] = set()
        for kind, page in kinds.items():
            if page.sorts - seen:
                unlike[person].add(kind)
            seen |= page.sorts
    return unlike


@pytest.mark.covers("CORE-051", "CORE-002")
@pytest.mark.parametrize("person", ["guest", "member", "owner"])
@pytest.mark.parametrize("device", DEVICES)
def test_every_page_is_accessible(open_page, screenshot, found, unlike, person, device):
    sizes = DEVICES[device]
    page = open_page(sizes[0], "light", None if person == "guest" else person)
    wrong = []

    def hold(check, *words):
        try:
            check(page, *words)
        except AssertionError as error:
            wrong.append(str(error).split("\nassert ")[0])

    for kind, each in found[person].items():
        answer = page.goto(each.path)
        if kind in ONLY_FOR_A_WHILE and answer.status == 409:
            open_page.complaints[:] = [complaint for complaint in open_page.complaints if each.path not in complaint]
            continue
        assert answer.status == 200, (each.path, answer.status)
        page.wait_for_load_state("load")
        for size in sizes:
            # The page turns and changes its colours as it does in somebody's hand, without being fetched again.
            page.set_viewport_size(dict(zip(("width", "height"), SIZES[size])))
            hold(accessibility.assert_fits)
            hold(accessibility.assert_targets)
            if size == "phone":
                hold(accessibility.assert_bears_large_letters)
            if size == sizes[0] or kind in unlike[person]:
                hold(accessibility.assert_accessible, accessibility.STRUCTURE)
            for theme in THEMES:
                page.emulate_media(color_scheme=theme)
                screenshot(page, f"{person}-{kind}-{size}-{theme}")
                # A tablet has the colours of a phone or of a desktop, where they are looked at.
                if kind in unlike[person] and (size != "tablet" or IS_WHOLE):
                    hold(accessibility.assert_accessible, accessibility.COLOURS)
            page.emulate_media(color_scheme="light")
    assert not wrong, "\n".join(wrong)


@pytest.mark.covers("CORE-037")
def test_a_missing_page_is_accessible_too(open_page):
    page = open_page()
    page.goto("/nowhere-at-all")
    accessibility.assert_accessible(page)
    # The browser itself reports the 404; that is the one complaint that belongs here.
    open_page.complaints[:] = [complaint for complaint in open_page.complaints if "404" not in complaint]
