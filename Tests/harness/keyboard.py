"""Getting about a page with nothing but keys."""


def tab_to(page, selector, most=120, key="Tab"):
    """Presses Tab until the focus is on a match of `selector`, and the focus can be seen."""
    for _ in range(most):
        page.keyboard.press(key)
        if page.evaluate("(selector) => !!document.activeElement && document.activeElement.matches(selector)", selector):
            assert focus_is_visible(page), f"the focus on {selector} cannot be seen"
            return
    raise AssertionError(f"{most} times {key} on {page.url} never reached {selector}")


def focus_is_visible(page):
    """Whether the focused element, or what stands around it, is marked and on the screen."""
    return page.evaluate("""() => {
      const it = document.activeElement, box = it.getBoundingClientRect()
      const around = [it, it.parentElement, it.closest('label, form, article, li, [role]')].filter(Boolean)
      const marked = around.some(element => {
        const style = getComputedStyle(element)
        return (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0) || style.boxShadow !== 'none'
      })
      return marked && box.bottom > 0 && box.top < innerHeight
    }""")
