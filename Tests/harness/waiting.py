"""Waiting for what a page comes to, asked from outside."""
import time

from playwright.sync_api import Error

# Seconds that a page may take on a machine with much else to do.
PATIENCE = 30


def until(page, expression, arg=None):
    """Waits until an expression of JavaScript is true on the page, also on one that the page leads to meanwhile.

    Playwright's own `wait_for_function` asks again inside the page, where our policy against `eval` refuses it: it only works
    when the first look is already true.
    """
    end = time.monotonic() + PATIENCE
    while not _evaluated(page, expression, arg):
        assert time.monotonic() < end, f"not within {PATIENCE} s on {page.url}: {expression}"
        time.sleep(0.05)


def _evaluated(page, expression, arg):
    try:
        return page.evaluate(expression, arg)
    except Error as error:
        if "context was destroyed" in error.message:
            return None
        raise
