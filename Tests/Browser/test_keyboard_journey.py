"""What the library is for, with the keyboard alone: open the home page, find a word inside a book, land on it, read on."""
import re

import pytest

from harness.keyboard import tab_to
from harness.waiting import until

# Stands once, in the third part of one of the demo's booklets.
WORD = "firewood"
BOOK = "The Chapel on the Hill"

IN_SIGHT = """(word) => {
  const walker = document.createTreeWalker(document.querySelector('main') || document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const at = walker.currentNode.data.toLowerCase().indexOf(word)
    if (at < 0) continue
    const range = document.createRange()
    range.setStart(walker.currentNode, at)
    range.setEnd(walker.currentNode, at + word.length)
    const box = range.getBoundingClientRect()
    if (box.width > 0 && box.top >= 0 && box.bottom <= innerHeight && box.left >= 0 && box.right <= innerWidth) return true
  }
  return false
}"""

FIRST_IN_SIGHT = """() => {
  const walker = document.createTreeWalker(document.querySelector('main') || document.body, NodeFilter.SHOW_TEXT)
  const seen = []
  while (walker.nextNode()) {
    const range = document.createRange()
    range.selectNodeContents(walker.currentNode)
    const box = range.getBoundingClientRect()
    if (box.width > 0 && box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth) seen.push(walker.currentNode.data.trim())
  }
  return seen.join(' ').slice(0, 4000)
}"""


@pytest.mark.covers("LIB-007", "LIB-017", "LIB-025", "LIB-030", "LIB-033", "LIB-036", "LIB-037", "CORE-051")
@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_guest_finds_a_word_and_reads_on_with_the_keyboard_alone(open_page, screenshot, size):
    page = open_page(size)
    page.goto("/library")
    tab_to(page, "input[type=search]")
    page.keyboard.type(WORD)
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"[?&]q=" + WORD))
    assert BOOK in page.locator("main").inner_text()
    assert page.locator("main mark", has_text=re.compile(WORD, re.IGNORECASE)).count() > 0
    tab_to(page, "main a:has(mark), main a[href*='/read']")
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: "/search" not in url)
    until(page, IN_SIGHT, arg=WORD)
    screenshot(page, f"landed-{size}")
    before = page.evaluate(FIRST_IN_SIGHT)
    page.keyboard.press("ArrowRight")
    until(page, "(before) => (" + FIRST_IN_SIGHT + ")() !== before", arg=before)
    tab_to(page, "a[data-back]", key="Shift+Tab")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"[?&]q=" + WORD))


@pytest.mark.covers("LIB-034", "CORE-032")
def test_suggestions_appear_while_typing_and_open_with_the_keyboard(page):
    page.goto("/library")
    page.locator("input[type=search]").first.focus()
    page.keyboard.type("seven mor", delay=40)
    option = page.get_by_role("option", name=re.compile("Seven Mornings")).first
    option.wait_for()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    until(page, "() => document.documentElement.innerText.includes('Seven Mornings')")


@pytest.mark.covers("LIB-017", "LIB-029")
def test_finding_and_reading_work_without_scripts(open_page):
    page = open_page(script=False)
    page.goto("/library")
    page.locator("input[type=search]").first.fill(WORD)
    page.locator("form:has(input[type=search]) button").first.click()
    assert BOOK in page.locator("main").inner_text()
    page.locator("main a:has(mark), main a[href*='/read']").first.click()
    assert WORD in page.locator("main").inner_text()
