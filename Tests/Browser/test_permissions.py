"""The browser asks for a permission when somebody wants what needs it, and not before."""
import pytest

from harness.waiting import until

# Stands in for the browser's own question, which no test can answer; it notes when it is asked.
ASKED = """() => {
  window.asked = 0
  Object.defineProperty(Notification, 'permission', { get: () => 'default' })
  Notification.requestPermission = () => { window.asked += 1; return Promise.resolve('denied') }
}"""


@pytest.mark.covers("CORE-005")
def test_notices_on_the_device_ask_for_permission_at_the_button_and_a_no_blocks_only_them(open_page):
    page = open_page(person="member")
    page.add_init_script(f"({ASKED})()")
    page.goto("/account/notices/choices")
    button = page.locator("[data-push-on]")
    button.wait_for()
    assert page.evaluate("window.asked") == 0
    button.click()
    until(page, "window.asked === 1")
    page.locator("[data-push-word=denied]").wait_for()
    page.goto("/account/notices")
    assert page.locator("h1").is_visible() and page.evaluate("window.asked") == 0
