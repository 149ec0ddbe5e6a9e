"""Moving about in the reader, by what a person sees: panels by their names, places by their words."""
import re
import urllib.parse

from harness.client import Client


def item(server, title):
    """An item of the site by its title, as programs read it."""
    return next(each for each in Client(server.url).every("/api/v1/library/items") if each["title"] == title)


def open_book(page, server, title, section=0, **query):
    """Opens the reader and waits until its script runs."""
    address = f"/read/{item(server, title)['publication']}/{section}"
    page.goto(address + (f"?{urllib.parse.urlencode(query)}" if query else ""))
    page.wait_for_selector("[data-reader].is-ready")


def open_panel(page, label, name):
    page.get_by_role("button", name=label).or_(page.get_by_role("link", name=label)).first.click()
    panel = page.locator(f"[data-drawer={name}]")
    panel.wait_for(state="visible")
    return panel


def select(page, words):
    """Selects words of the text as a mouse would, and waits for the bar beside them."""
    page.evaluate("""(words) => {
      const walker = document.createTreeWalker(document.querySelector('article[data-flow]'), NodeFilter.SHOW_TEXT)
      while (walker.nextNode()) {
        const at = walker.currentNode.data.indexOf(words)
        if (at < 0) continue
        const range = document.createRange()
        range.setStart(walker.currentNode, at)
        range.setEnd(walker.currentNode, at + words.length)
        walker.currentNode.parentElement.scrollIntoView({block: 'center'})
        getSelection().removeAllRanges()
        getSelection().addRange(range)
        return
      }
      throw new Error('not in the text: ' + words)
    }""", words)
    page.locator("[data-toolbar]").wait_for(state="visible")


def highlighted(page):
    """The words of each highlight on the page, in order, those of one highlight joined."""
    return page.evaluate("""() => {
      const found = new Map()
      for (const mark of document.querySelectorAll('mark[data-annotation]')) {
        found.set(mark.dataset.annotation, (found.get(mark.dataset.annotation) || '') + mark.textContent)
      }
      return [...found.values()]
    }""")


def percent_read(page):
    return int(re.search(r"\d+", page.locator("[data-progress-text]").inner_text())[0])
