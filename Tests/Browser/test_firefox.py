"""A walk through the library and one through the kitchen in Firefox, so that nothing leans on Chromium alone."""
import pytest
from marionette_driver.by import By
from marionette_driver.marionette import Marionette
from marionette_driver.wait import Wait


@pytest.fixture
def firefox(tmp_path):
    driver = Marionette(bin="/usr/bin/firefox-esr", headless=True, workspace=str(tmp_path), gecko_log=str(tmp_path / "gecko.log"))
    driver.start_session()
    driver.timeout.page_load = 30
    yield driver
    driver.quit(in_app=False)


@pytest.mark.covers("CORE-003")
def test_firefox_finds_a_word_and_opens_the_book(firefox, demo):
    firefox.navigate(demo.url + "/library")
    box = firefox.find_element(By.CSS_SELECTOR, "input[type=search]")
    box.send_keys("firewood\ue007")
    Wait(firefox, timeout=15).until(lambda driver: "q=firewood" in driver.get_url())
    assert "The Chapel on the Hill" in firefox.find_element(By.CSS_SELECTOR, "main").text
    firefox.find_element(By.CSS_SELECTOR, "main a[href*='read']").click()
    Wait(firefox, timeout=15).until(lambda driver: "firewood" in driver.find_element(By.CSS_SELECTOR, "main").text)


@pytest.mark.covers("CAF-056", "CORE-003")
def test_firefox_shows_the_kitchen_and_the_counter(firefox, demo, cast):
    firefox.navigate(demo.url + "/account/sign-in?then=/cafeteria/kitchen")
    for name in ("email", "password"):
        firefox.find_element(By.CSS_SELECTOR, f"input[name={name}]").send_keys(cast["cook"][name])
    firefox.find_element(By.CSS_SELECTOR, "form:has(input[name=password]) button[type=submit]").click()
    Wait(firefox, timeout=60).until(lambda driver: driver.find_elements(By.CSS_SELECTOR, ".kitchen"))
    for place, part in (("/cafeteria/kitchen", ".kitchen h1"), ("/cafeteria/counter", "main h1")):
        firefox.navigate(demo.url + place)
        Wait(firefox, timeout=30).until(lambda driver: driver.find_elements(By.CSS_SELECTOR, part))
        assert firefox.execute_script("return document.documentElement.scrollWidth <= innerWidth")
