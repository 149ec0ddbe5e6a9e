"""A browser without a connection."""
from .waiting import until


def cut(page):
    """Takes the connection of a page, and of every page of its context, once its service worker can answer instead.

    Before that the browser would show a page of its own. What the pages then ask for in vain is no complaint.
    """
    until(page, "() => !!navigator.serviceWorker.controller")
    page.context.was_cut = True
    page.context.set_offline(True)
