"""A phone in somebody's hand, whatever its make: what a person can do with a page, and what they see of it."""
import time

# Seconds that a page may take on a machine with much else to do.
PATIENCE = 60


class Phone:
    """One person's phone with the app on it. A make of phone says how `ask`, `open`, `press`, `write` and `choose` are done on it.

    Selectors are CSS; `ask` takes an expression of JavaScript and answers its value, a promise's once it is kept.
    """

    make = "phone"

    def follow(self, selector):
        """Presses what leads to another page, and waits until that page is there."""
        self.ask("document.documentElement.dataset.before = 'yes'")
        self.press(selector)
        self.until("!document.documentElement.dataset.before && document.readyState === 'complete'")

    def until(self, expression):
        """Waits until an expression is true."""
        end, trouble = time.monotonic() + PATIENCE, None
        while time.monotonic() < end:
            try:
                if self.ask(expression):
                    return
            except self.BETWEEN_PAGES as error:
                trouble = error
            time.sleep(0.05)
        raise AssertionError(f"{self.make}: not within {PATIENCE} s on {self.place}: {expression} ({trouble})")

    @property
    def place(self):
        """The address without the site."""
        return self.ask("location.pathname + location.search")

    def read(self, selector="main"):
        """The words of the first match, as they are seen."""
        return self.ask(f"document.querySelector({selector!r}).innerText")

    def each(self, selector):
        """The words of every match."""
        return self.ask(f"Array.from(document.querySelectorAll({selector!r}), (it) => it.innerText.trim())")

    def count(self, selector):
        return self.ask(f"document.querySelectorAll({selector!r}).length")

    def attribute(self, selector, name):
        return self.ask(f"document.querySelector({selector!r}).getAttribute({name!r})")

    def assert_fits(self):
        """Nothing makes the page scroll sideways, and the three storeys fill the screen."""
        assert self.ask("document.documentElement.scrollWidth <= innerWidth + 1"), f"{self.make}: {self.place} is wider than the screen"
        foot = self.ask("document.querySelector('.app-nav').getBoundingClientRect().bottom - innerHeight")
        assert abs(foot) <= 1, f"{self.make}: on {self.place} the footer ends {foot} points from the edge"

