"""The editor of Stories, as the browser tests open it."""
from harness.waiting import until


def begin(page, title="The lamp at the ferry", language="en"):
    """A new story's first chapter, open in the editor."""
    page.goto("/stories/write/new")
    page.fill("input[name=title]", title)
    page.locator("select[name=language]").select_option(language)
    page.locator("button[form=story-form]").click()
    page.wait_for_url("**/stories/chapters/*")
    return ready(page)


def ready(page):
    """The field with the text, once the editor takes what is typed."""
    until(page, "() => !!document.querySelector('[data-editor][data-ready]')")
    return page.locator("#chapter-text")


def where(page):
    """What the editor says of where the text is."""
    return page.locator("[data-where]")


def write(page, words):
    """Writes on in the chapter, all at once: what the page says next is said of all of it."""
    page.locator("#chapter-text").focus()
    page.keyboard.insert_text(words)
