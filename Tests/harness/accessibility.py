"""What every page must hold for everyone: axe finds nothing, nothing sticks out, targets can be hit with a thumb."""
from axe_playwright_python.sync_playwright import Axe

# WCAG exempts links inside a sentence; these are the controls that stand alone.
CONTROLS = "button, select, summary, nav a, input:not([type=hidden]):not([type=checkbox]):not([type=radio]), [role=button]"

SMALL = """(selector) => [...document.querySelectorAll(selector)]
  .filter(it => it.checkVisibility({checkOpacity: true, checkVisibilityCSS: true}) && !it.closest('[inert]'))
  .map(it => [it, it.getBoundingClientRect()])
  .filter(([it, box]) => box.width > 1 && box.height > 1 && (box.width < 43.5 || box.height < 43.5))
  .map(([it, box]) => `${Math.round(box.width)}x${Math.round(box.height)} ${it.outerHTML.slice(0, 140)}`)"""

WIDE = """() => {
  const room = document.documentElement.clientWidth
  return document.documentElement.scrollWidth > room + 1
    ? [...document.querySelectorAll('body *')].filter(it => it.getBoundingClientRect().right > room + 1)
        .slice(0, 5).map(it => it.outerHTML.slice(0, 140))
    : []
}"""

# Words whose letters stand under each other, because something beside them took the room.
ON_END = """() => [...document.querySelectorAll('body *')]
  .filter(it => it.checkVisibility({checkOpacity: true, checkVisibilityCSS: true}) && !it.closest('.visually-hidden, .cover, thead, svg, select'))
  .flatMap(it => [...it.childNodes].filter(node => node.nodeType === Node.TEXT_NODE && node.textContent.trim().length > 3))
  .filter(node => {
    const words = node.textContent.trim(), range = document.createRange()
    range.selectNodeContents(node)
    const lines = new Set([...range.getClientRects()].map(box => Math.round(box.top))).size
    return lines > words.split(/\\s+|-|\u2013/).length && words.length / lines < 4.5
  })
  .map(node => `"${node.textContent.trim().slice(0, 60)}" in ${node.parentElement.outerHTML.slice(0, 100)}`)"""


# The rules of axe that another theme can break; they take twice the time of all others together.
_OF_COLOURS = ("color-contrast", "link-in-text-block")
ALL = {}
COLOURS = {"runOnly": {"type": "rule", "values": list(_OF_COLOURS)}}
STRUCTURE = {"rules": {rule: {"enabled": False} for rule in _OF_COLOURS}}

AXE = Axe().axe_script
# Axe fetches beforehand what its rules read besides the page: of those that are on, one reads media and none style sheets. To describe also what
# passed takes a third of the time.
OPTIONS = {"resultTypes": ["violations"], "reporter": "no-passes", "preload": {"assets": ["media"]}}


def violations(page, rules=ALL):
    """What axe complains about, one line per rule with the first places; by all its rules or by some."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE)
    found = page.evaluate("options => axe.run(document, options).then(results => results.violations)", OPTIONS | rules)
    return [
        f"{page.url} {rule['id']}: {rule['help']} at "
        + "; ".join(f"{node['target']} {node['html'][:160]} [{_reasons(node)[:300]}]" for node in rule["nodes"][:3])
        for rule in found
    ]


def _reasons(node):
    return "; ".join(check["message"] for check in node["any"] + node["all"] + node["none"])


def assert_accessible(page, rules=ALL):
    """Axe finds nothing, by all its rules or by some."""
    found = violations(page, rules)
    assert not found, "\n".join(found)


def assert_fits(page):
    """Nothing makes the page scroll sideways."""
    wide = page.evaluate(WIDE)
    assert not wide, f"{page.url} is wider than the screen: {wide}"


def assert_targets(page):
    """Every control that stands alone is at least 44 by 44 points."""
    small = page.evaluate(SMALL, CONTROLS)
    assert not small, f"{page.url} has small targets:\n" + "\n".join(small)


def assert_bears_large_letters(page):
    """WCAG 1.4.4: with letters of twice the size the page fits, and no word of it is broken letter by letter."""
    resize = "(size) => { document.documentElement.style.fontSize = size }"
    page.evaluate(resize, "200%")
    try:
        assert_fits(page)
        broken = page.evaluate(ON_END)
    finally:
        page.evaluate(resize, "")
    assert not broken, f"{page.url} breaks words to pieces:\n" + "\n".join(broken)
